import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Cover } from '../albums/cover.js'
import { daysOf } from '../pictures/section.js'
import { useService } from '../service/service.js'
import { Chooser } from '../uploads/shown/chooser.js'
import styles from './empty.module.css'

const archived = { isArchived: true }

/** A wall without pictures: what others share, where the caller's own are, and how more get in. */
export function Empty() {
  const { queries } = useService()
  const { data: me } = useQuery(queries.me())
  const { data: archive } = useQuery(daysOf(queries, archived))
  if (!archive) return <div className="loading" role="status" aria-label="Loading the photos" />
  return (
    <div className={styles['page']}>
      <Shared />
      {archive.length > 0 ? (
        <>
          <h1>All of your photos are archived</h1>
          <p>
            They are in the <Link to="/archive">archive</Link>, and in their albums.
          </p>
        </>
      ) : (
        <h1>No photos yet</h1>
      )}
      <ul className={styles['ways']} aria-label="Ways to add photos">
        <Way title="On this page" picture={browser}>
          <p>Drop photos or folders here, or choose them.</p>
          <div className={styles['choosers']}>
            <Chooser className="primary">Choose photos</Chooser>
            <Chooser folder>Choose a folder</Chooser>
          </div>
        </Way>
        <Way title="From a folder of the service" picture={folder}>
          <p>On the computer where the service runs, this command adds a folder. The photos stay where they are.</p>
          <pre>
            <code>npx --yes pnpm@10 media-library import ~/Pictures --user {me?.email ?? 'you@example.org'}</code>
          </pre>
          <p className="quiet">Where the service is a package, the command begins with npx media-library.</p>
        </Way>
        <Way title="From a phone" picture={phone}>
          <p>
            Open <code>{location.origin}</code> on the phone, and choose the photos there.
          </p>
          <p className="quiet">
            Apps that were written for Immich of late 2023 can send them, too: their server address is{' '}
            <code>{location.origin}/api</code>.
          </p>
        </Way>
      </ul>
    </div>
  )
}

/** The albums that others share, such as “Mia shared Iceland with you”. */
function Shared() {
  const { queries } = useService()
  const { data: me } = useQuery(queries.me())
  const { data: shared = [] } = useQuery(queries.albums({ shared: true }))
  const ofOthers = shared.filter(({ ownerId }) => ownerId !== me?.id)
  if (ofOthers.length === 0) return null
  return (
    <ul className={styles['shared']} aria-label="Shared with you">
      {ofOthers.map((album) => (
        <li key={album.id}>
          <Link to="/albums/$albumId" params={{ albumId: album.id }}>
            <Cover album={album} />
            <span>
              {album.owner.name} shared <strong>{album.albumName || 'an album'}</strong> with you
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

function Way({ title, picture, children }: { title: string; picture: string; children: ReactNode }) {
  return (
    <li>
      <svg viewBox="0 0 96 64" aria-hidden="true">
        <path d={picture} />
      </svg>
      <h2>{title}</h2>
      <div>{children}</div>
    </li>
  )
}

/** A photo that falls into a window. */
const browser =
  'M8 14h80v44H8z M8 23h80 M14 18.500h.010 M19 18.500h.010 M24 18.500h.010 M34 30h28v20H34z M34 45l8-7 6 5 5-4 9 8 M56 35h.010 M48 2v9 M44 7l4 4 4-4'

/** A folder with photos in it. */
const folder = 'M10 12h26l6 7h44v38H10z M26 30h20v16H26z M26 42l6-5 5 4 4-3 5 5 M52 26h20v16H52z M52 38l6-5 5 4 4-3 5 5'

/** A phone that sends a photo. */
const phone =
  'M18 4h26a4 4 0 0 1 4 4v48a4 4 0 0 1-4 4H18a4 4 0 0 1-4-4V8a4 4 0 0 1 4-4z M28 8h6 M20 20h22v18H20z M20 34l6-5 5 4 4-3 7 6 M56 29h26 M75 22l7 7-7 7'
