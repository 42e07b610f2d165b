import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { lazy, Suspense, useMemo, useState } from 'react'
import { formatDates } from '../albums/dates.js'
import { TakeBackDialog } from '../albums/take-back-dialog.js'
import { download } from '../downloads/download.js'
import { messages } from '../language/messages.js'
import { daysQuery } from '../pictures/section.js'
import { findFault } from '../service/outage.js'
import { useService } from '../service/service.js'
import { RenameDialog } from '../ui/dialogs/rename-dialog.js'
import { Icon } from '../ui/icon.js'
import header from '../ui/page/header.module.css'
import { Loading } from '../ui/page/loading.js'
import { ReadFailure } from '../ui/page/read-failure.js'
import { useTitle } from '../ui/page/title.js'
import { Wall } from '../wall/wall.js'

const LinkDialog = lazy(async () => ({ default: (await import('../links/link-dialog.js')).LinkDialog }))
const ShareDialog = lazy(async () => ({ default: (await import('../albums/share-dialog.js')).ShareDialog }))

/** An album of the caller, or one that somebody shares: its pictures by day. */
export function AlbumPage() {
  const service = useService()
  const { queries, mutate } = service
  const { albumId } = useParams({ from: '/home/albums/$albumId' })
  const filter = useMemo(() => ({ albumId }), [albumId])
  const me = useQuery(queries.me())
  const album = useQuery(queries.album(albumId, { minimal: true }))
  const days = useQuery(daysQuery(queries, filter))
  const [isSharing, setSharing] = useState(false)
  const [isLinking, setLinking] = useState(false)
  const [isRenaming, setRenaming] = useState(false)
  const [isTakenBack, setTakenBack] = useState(false)
  useTitle(album.data ? album.data.albumName || messages.untitled : messages.albums.album)

  const fault = findFault(album, days)
  if (fault) return <ReadFailure error={fault} onRetry={() => Promise.all([album.refetch(), days.refetch()])} />
  if (!album.data || !days.data) return <Loading />
  const { albumName, description, assetCount, owner, sharedUsers } = album.data
  const isOwn = owner.id === me.data?.id
  const sharedWith = sharedUsers.length > 0 && messages.albums.sharedWithNames(sharedUsers.map(({ name }) => name))
  return (
    <>
      <Wall name={`album ${albumId}`} sections={days.data} filter={filter}>
        <header className={header['header']}>
          <h1 className="two-lines">{albumName || messages.untitled}</h1>
          {description && <p className="lines">{description}</p>}
          <p className="quiet">
            {[
              messages.items(assetCount),
              formatDates(album.data),
              isOwn ? sharedWith : messages.albums.sharedBy(owner.name),
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
          <div className={header['actions']}>
            {isOwn && (
              <>
                <button type="button" onClick={() => setSharing(true)}>
                  <Icon name="share" /> {messages.verbs.share}
                </button>
                <button type="button" onClick={() => setLinking(true)}>
                  <Icon name="link" /> {messages.verbs.link}
                </button>
                <button type="button" onClick={() => setRenaming(true)}>
                  {messages.verbs.edit}
                </button>
              </>
            )}
            {assetCount > 0 && (
              <button type="button" onClick={() => void download(service, { albumId }, albumName || messages.untitled)}>
                <Icon name="download" /> {messages.verbs.download}
              </button>
            )}
            <button type="button" className="danger-quiet" onClick={() => setTakenBack(true)}>
              {isOwn ? messages.verbs.delete : messages.verbs.leave}
            </button>
          </div>
        </header>
      </Wall>
      {isRenaming && (
        <RenameDialog
          title={messages.albums.editing}
          name={albumName}
          description={description}
          maxLength={1_000}
          rename={(name, text) => mutate(queries.updateAlbumInfo(albumId), { albumName: name, description: text })}
          onClose={() => setRenaming(false)}
        />
      )}
      {isTakenBack && <TakeBackDialog album={album.data} isOwn={isOwn} onClose={() => setTakenBack(false)} />}
      <Suspense>
        {isLinking && (
          <LinkDialog
            title={messages.links.ofAlbum(messages.quoted(albumName || messages.untitled))}
            linked={{ albumId }}
            onClose={() => setLinking(false)}
          />
        )}
      </Suspense>
      <Suspense>{isSharing && <ShareDialog album={album.data} onClose={() => setSharing(false)} />}</Suspense>
    </>
  )
}
