import type { Album } from '@media-library/client'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { Cover } from '../albums/cover.js'
import { formatDates } from '../albums/dates.js'
import { formats, messages } from '../language/messages.js'
import { useService } from '../service/service.js'
import { Icon } from '../ui/icon.js'
import { Loading } from '../ui/loading.js'
import page from '../ui/page.module.css'
import { ReadFailure } from '../ui/read-failure.js'
import { useTitle } from '../ui/title.js'
import styles from './albums-page.module.css'

const NewAlbumDialog = lazy(async () => ({ default: (await import('../albums/new-album-dialog.js')).NewAlbumDialog }))

const orders = {
  latest: (a, b) => (b.endDate ?? '').localeCompare(a.endDate ?? ''),
  name: (a, b) => formats.compare(a.albumName, b.albumName),
  made: (a, b) => b.createdAt.localeCompare(a.createdAt),
} satisfies Record<string, (a: Album, b: Album) => number>

type Order = keyof typeof orders

/** The albums of the caller, and those that others share. */
export function AlbumsPage() {
  const { queries } = useService()
  useTitle(messages.places.albums)
  const [isMaking, setMaking] = useState(false)
  const [order, setOrder] = useState<Order>('latest')
  const me = useQuery(queries.me())
  const own = useQuery(queries.albums())
  const shared = useQuery(queries.albums({ shared: true }))
  const error = own.error ?? shared.error
  if (error) return <ReadFailure error={error} onRetry={() => Promise.all([own.refetch(), shared.refetch()])} />
  if (!own.data || !shared.data) return <Loading />
  const ofOthers = shared.data.filter(({ ownerId }) => ownerId !== me.data?.id)
  return (
    <div className={page['page']}>
      <header className={page['header']}>
        <h1>{messages.places.albums}</h1>
        <button type="button" onClick={() => setMaking(true)}>
          <Icon name="plus" /> {messages.albums.new}
        </button>
        {own.data.length + ofOthers.length > 1 && (
          <label className={page['last']}>
            <span className="hidden">{messages.albums.order}</span>
            <select value={order} onChange={({ target }) => setOrder(target.value as Order)}>
              {(Object.keys(orders) as Order[]).map((name) => (
                <option key={name} value={name}>
                  {messages.albums.orders[name]}
                </option>
              ))}
            </select>
          </label>
        )}
      </header>
      {own.data.length + ofOthers.length === 0 && <p className="quiet">{messages.albums.none}</p>}
      <Albums title={messages.albums.mine} albums={own.data.toSorted(orders[order])} isOwn />
      <Albums title={messages.albums.sharedWithMe} albums={ofOthers.toSorted(orders[order])} isOwn={false} />
      <Suspense>
        {isMaking && <NewAlbumDialog pictures={[]} onClose={() => setMaking(false)} onMade={() => setMaking(false)} />}
      </Suspense>
    </div>
  )
}

function Albums({ title, albums, isOwn }: { title: string; albums: Album[]; isOwn: boolean }) {
  if (albums.length === 0) return null
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <ul className={styles['cards']}>
        {albums.map((album) => (
          <li key={album.id}>
            <Link to="/albums/$albumId" params={{ albumId: album.id }} className={styles['card']}>
              <Cover album={album} />
              <strong className="two-lines">{album.albumName || messages.untitled}</strong>
              <span className="quiet">{toSummary(album, isOwn)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function toSummary(album: Album, isOwn: boolean): string {
  const { assetCount, owner, sharedUsers } = album
  const shared = sharedUsers.length > 0 && messages.albums.sharedWithCount(sharedUsers.length)
  return [messages.items(assetCount), formatDates(album), isOwn ? shared : messages.albums.by(owner.name)]
    .filter(Boolean)
    .join(' · ')
}
