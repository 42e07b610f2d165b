import type { Asset } from '@media-library/client'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { Corrections } from '../corrections/corrections.js'
import { messages } from '../language/messages.js'
import { Face } from '../people/face.js'
import { takeOff } from '../people/take-off.js'
import { toName } from '../people/to-name.js'
import { toPicture } from '../pictures/picture.js'
import { useService } from '../service/service.js'
import { IconButton } from '../ui/button.js'
import chips from '../ui/chips.module.css'
import { Description } from './description.js'
import styles from './details.module.css'
import { listLines } from './lines.js'

/** The details of a picture, beside it. */
export function Details({ asset, onClose }: { asset: Asset | undefined; onClose: () => void }) {
  const { queries, visit } = useService()
  const { data: me } = useQuery({ ...queries.me(), enabled: visit === null })
  const isOthers = asset !== undefined && asset.ownerId !== me?.id
  const { data: users } = useQuery({ ...queries.users(), enabled: visit === null && isOthers })
  const ownerName = users?.find(({ id }) => id === asset?.ownerId)?.name
  const stop = { onPointerDown: stopHere, onWheel: stopHere, onKeyDown: stopHere }
  return (
    <aside className={styles['details']} aria-label={messages.lightBox.details} {...stop}>
      <div className={styles['heading']}>
        <h2>{messages.lightBox.details}</h2>
        <IconButton icon="close" label={messages.lightBox.closeDetails} onClick={onClose} />
      </div>
      {asset && (
        <Fragment key={asset.id}>
          {asset.ownerId === me?.id ? (
            <Description assetId={asset.id} text={asset.exifInfo?.description ?? ''} />
          ) : (
            asset.exifInfo?.description && <p className="lines">{asset.exifInfo.description}</p>
          )}
          <dl>
            {listLines(asset, { isMe: asset.ownerId === me?.id, name: ownerName }).map(({ name, value, asked }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>
                  {asked ? (
                    <Link to="/search" search={asked} title={messages.lightBox.findAll}>
                      {value}
                    </Link>
                  ) : (
                    value
                  )}
                </dd>
              </div>
            ))}
          </dl>
          {asset.ownerId === me?.id && !asset.isTrashed && <Corrections picture={toPicture(asset)} />}
          <People asset={asset} isOwn={asset.ownerId === me?.id} />
          {asset.tags && asset.tags.length > 0 && (
            <ul className={chips['chips']} aria-label={messages.places.tags}>
              {asset.tags.map(({ id, name }) => (
                <li key={id}>
                  {/* The wall of a tag is its owner's. */}
                  {asset.ownerId === me?.id ? (
                    <Link to="/tags/$tagId" params={{ tagId: id }} search={{}}>
                      <span className="two-lines">{name}</span>
                    </Link>
                  ) : (
                    name
                  )}
                </li>
              ))}
            </ul>
          )}
          {visit === null && <InAlbums assetId={asset.id} />}
        </Fragment>
      )}
    </aside>
  )
}

/** The people in a picture. Their walls are the owner's, who also takes off who is not in it. */
function People({ asset: { id, people = [], isTrashed }, isOwn }: { asset: Asset; isOwn: boolean }) {
  const service = useService()
  const named = people.filter(({ name }) => isOwn || name !== '')
  if (named.length === 0) return null
  return (
    <ul className={chips['chips']} aria-label={messages.places.people}>
      {named.map((person) => (
        <li key={person.id} className={styles['person']}>
          {isOwn ? (
            <Link to="/people/$personId" params={{ personId: person.id }} search={{}}>
              <Face person={person} />
              <span className="two-lines">{toName(person)}</span>
            </Link>
          ) : (
            person.name
          )}
          {isOwn && !isTrashed && (
            <IconButton
              icon="close"
              label={messages.people.isNot(person.name)}
              onClick={({ currentTarget }) => {
                // The button goes with the person.
                currentTarget.closest('aside')?.querySelector('button')?.focus()
                void takeOff(service, id, person)
              }}
            />
          )}
        </li>
      ))}
    </ul>
  )
}

function InAlbums({ assetId }: { assetId: string }) {
  const { queries } = useService()
  const { data: albums } = useQuery(queries.albums({ assetId }))
  if (!albums || albums.length === 0) return null
  return (
    <>
      <h3>{messages.lightBox.inAlbums}</h3>
      <ul className={chips['chips']}>
        {albums.map(({ id, albumName }) => (
          <li key={id}>
            <Link to="/albums/$albumId" params={{ albumId: id }} search={{}}>
              <span className="two-lines">{albumName || messages.untitled}</span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}

/** Stops an event, so that the light box does not swipe, zoom or close because of it. */
function stopHere(event: React.SyntheticEvent) {
  if (!('key' in event.nativeEvent && event.nativeEvent.key === 'Escape')) event.stopPropagation()
}
