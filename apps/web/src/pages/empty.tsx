import type { Album } from '@media-library/client'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import { messages } from '../language/messages.js'
import { Cover } from '../pictures/cover.js'
import { daysQuery } from '../pictures/section.js'
import { useReach } from '../service/reach.js'
import { useService } from '../service/service.js'
import { Around } from '../ui/around.js'
import { LongList } from '../ui/lists/long-list.js'
import { Scrolled } from '../ui/lists/scrolled.js'
import { NoReach } from '../ui/no-reach.js'
import { Loading } from '../ui/page/loading.js'
import { Chooser } from '../uploads/panel/chooser.js'
import styles from './empty.module.css'

const QrCode = lazy(async () => ({ default: (await import('../ui/qr-code.js')).QrCode }))

const archived = { isArchived: true }
const trashed = { isTrashed: true }

/** A wall without pictures of the caller: albums that others share, where else their own are, and how to add some. */
export function Empty() {
  const { queries } = useService()
  const { data: me } = useQuery(queries.me())
  const { data: archive } = useQuery(daysQuery(queries, archived))
  const { data: trash } = useQuery(daysQuery(queries, trashed))
  const { data: albums = [], isPending } = useQuery(queries.albums({ shared: true }))
  if (!archive || !trash || isPending) return <Loading />
  const ofOthers = albums.filter(({ ownerId }) => ownerId !== me?.id)
  const { empty, verbs } = messages
  return (
    <Scrolled name="empty" className={styles['view']}>
      <div className={styles['page']}>
        <Shared albums={ofOthers} />
        <Where isArchived={archive.length > 0} isTrashed={trash.length > 0} isGuest={ofOthers.length > 0} />
        <ul className={styles['ways']} aria-label={empty.ways}>
          <Way title={empty.fromHere} picture={browser}>
            <p className={styles['elsewhere']}>{empty.dropHere}</p>
            <div className={styles['choosers']}>
              <Chooser className="primary">{verbs.choosePhotos}</Chooser>
              <Chooser className={styles['elsewhere']} folder>
                {verbs.chooseFolder}
              </Chooser>
            </div>
          </Way>
          {me?.isAdmin && (
            <Way title={empty.fromFolder} picture={folder}>
              <p>{empty.command}</p>
              <pre>
                <code>npx --yes pnpm@10 media-library import ~/Pictures --user {me.email}</code>
              </pre>
              <p className="quiet">
                <Around sentence={empty.package}>
                  <code>npx @media-library/server</code>
                </Around>
              </p>
            </Way>
          )}
          <Way title={empty.fromPhone} picture={phone} className={styles['elsewhere']}>
            <OnPhone isAdmin={me?.isAdmin ?? false} />
          </Way>
        </ul>
      </div>
    </Scrolled>
  )
}

/** Tells the address at which a phone opens the page. */
function OnPhone({ isAdmin }: { isAdmin: boolean }) {
  const { empty } = messages
  const address = useReach()
  if (address === undefined) return null
  if (address === null) return <NoReach isAdmin={isAdmin} />
  return (
    <>
      <p>
        <Around sentence={empty.openOnPhone}>
          <code>{address}</code>
        </Around>
      </p>
      <Suspense>
        <QrCode address={address} />
      </Suspense>
      <p className="quiet">
        <Around sentence={empty.apps}>
          <code>{address}/api</code>
        </Around>
      </p>
    </>
  )
}

/** Links to the photos that the wall does not show. */
function Where({ isArchived, isTrashed, isGuest }: { isArchived: boolean; isTrashed: boolean; isGuest: boolean }) {
  const { empty } = messages
  const Heading = isGuest ? 'h2' : 'h1'
  if (!isArchived && !isTrashed) return <Heading>{isGuest ? empty.noneOwn : empty.noPhotos}</Heading>
  return (
    <>
      <Heading>{isArchived ? (isTrashed ? empty.allElsewhere : empty.allArchived) : empty.allTrashed}</Heading>
      {isArchived && (
        <p>
          <Around sentence={empty.inArchive}>
            <Link to="/archive">{empty.archive}</Link>
          </Around>
        </p>
      )}
      {isTrashed && (
        <p>
          <Around sentence={isArchived ? empty.alsoInTrash : empty.inTrash}>
            <Link to="/trash">{empty.trash}</Link>
          </Around>
        </p>
      )}
    </>
  )
}

/** The albums that others share, such as “Mia shared Iceland with you”. */
function Shared({ albums }: { albums: Album[] }) {
  if (albums.length === 0) return null
  const { sharedWithYou } = messages.empty
  return (
    <>
      <h1>{sharedWithYou}</h1>
      <LongList name="shared" label={sharedWithYou} className={styles['shared']} items={albums} toKey={({ id }) => id}>
        {(album) => (
          <Link to="/albums/$albumId" params={{ albumId: album.id }}>
            <Cover id={album.albumThumbnailAssetId} updatedAt={album.updatedAt} />
            <span>
              <Around sentence={(name) => messages.empty.shared(album.owner.name, name)}>
                <strong>{album.albumName || messages.empty.anAlbum}</strong>
              </Around>
            </span>
          </Link>
        )}
      </LongList>
    </>
  )
}

interface WayProps {
  title: string
  picture: string
  className?: string | undefined
  children: ReactNode
}

function Way({ title, picture, className, children }: WayProps) {
  return (
    <li className={className}>
      <svg viewBox="0 0 96 64" aria-hidden="true">
        <path d={picture} />
      </svg>
      <h2>{title}</h2>
      <div>{children}</div>
    </li>
  )
}

/** The path of a photo that falls into a window. */
const browser =
  'M8 14h80v44H8z M8 23h80 M14 18.500h.010 M19 18.500h.010 M24 18.500h.010 M34 30h28v20H34z M34 45l8-7 6 5 5-4 9 8 M56 35h.010 M48 2v9 M44 7l4 4 4-4'

/** The path of a folder with photos in it. */
const folder = 'M10 12h26l6 7h44v38H10z M26 30h20v16H26z M26 42l6-5 5 4 4-3 5 5 M52 26h20v16H52z M52 38l6-5 5 4 4-3 5 5'

/** The path of a phone that sends a photo. */
const phone =
  'M18 4h26a4 4 0 0 1 4 4v48a4 4 0 0 1-4 4H18a4 4 0 0 1-4-4V8a4 4 0 0 1 4-4z M28 8h6 M20 20h22v18H20z M20 34l6-5 5 4 4-3 7 6 M56 29h26 M75 22l7 7-7 7'
