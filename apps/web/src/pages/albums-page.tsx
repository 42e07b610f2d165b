import type { Album } from '@media-library/client'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useMemo, useState } from 'react'
import { formatDates } from '../albums/dates.js'
import { formats, messages } from '../language/messages.js'
import { Cover } from '../pictures/cover.js'
import { findFault } from '../service/outage.js'
import { useService } from '../service/service.js'
import { Icon } from '../ui/icon.js'
import { useFind } from '../ui/lists/find.js'
import { LongList } from '../ui/lists/long-list.js'
import { Scrolled } from '../ui/lists/scrolled.js'
import cards from '../ui/page/cards.module.css'
import { Loading } from '../ui/page/loading.js'
import page from '../ui/page/page.module.css'
import { ReadFailure } from '../ui/page/read-failure.js'
import { useTitle } from '../ui/page/title.js'

const NewAlbumDialog = lazy(async () => ({ default: (await import('../albums/new-album-dialog.js')).NewAlbumDialog }))

const orders = {
  latest: (a, b) => compareTimes(b.endDate ?? '', a.endDate ?? ''),
  name: (a, b) => formats.compare(a.albumName, b.albumName),
  made: (a, b) => compareTimes(b.createdAt, a.createdAt),
} satisfies Record<string, (a: Album, b: Album) => number>

type Order = keyof typeof orders

/** The order that was chosen last, in which the view stands where it was left. */
let chosen: Order = 'latest'

/** The albums of the caller, and those that others share. */
export function AlbumsPage() {
  const { queries } = useService()
  useTitle(messages.places.albums)
  const [isMaking, setMaking] = useState(false)
  const [order, setOrder] = useState(chosen)
  const me = useQuery(queries.me())
  const own = useQuery(queries.albums())
  const shared = useQuery(queries.albums({ shared: true }))
  const all = useMemo(() => {
    const ofOthers = shared.data?.filter(({ ownerId }) => ownerId !== me.data?.id)
    return [...(own.data ?? []), ...(ofOthers ?? [])].sort(orders[order])
  }, [own.data, shared.data, me.data, order])
  const [found, field] = useFind(all, ({ albumName }) => albumName)
  const fault = findFault(own, shared)
  if (fault) return <ReadFailure error={fault} onRetry={() => Promise.all([own.refetch(), shared.refetch()])} />
  if (!own.data || !shared.data) return <Loading />
  const isOwn = ({ ownerId }: Album) => ownerId === me.data?.id
  return (
    <Scrolled name="albums" className={page['page']}>
      <header className={page['header']}>
        <h1>{messages.places.albums}</h1>
        <button type="button" onClick={() => setMaking(true)}>
          <Icon name="plus" /> {messages.albums.new}
        </button>
        {field}
        {all.length > 1 && (
          <label className={page['last']}>
            <span className="hidden">{messages.albums.order}</span>
            <select
              value={order}
              onChange={({ target }) => {
                chosen = target.value as Order
                setOrder(chosen)
              }}
            >
              {(Object.keys(orders) as Order[]).map((name) => (
                <option key={name} value={name}>
                  {messages.albums.orders[name]}
                </option>
              ))}
            </select>
          </label>
        )}
      </header>
      {all.length === 0 && <p className="quiet">{messages.albums.none}</p>}
      <Albums title={messages.albums.mine} albums={found.filter(isOwn)} isOwn />
      <Albums title={messages.albums.sharedWithMe} albums={found.filter((album) => !isOwn(album))} isOwn={false} />
      <Suspense>
        {isMaking && <NewAlbumDialog pictures={[]} onClose={() => setMaking(false)} onMade={() => setMaking(false)} />}
      </Suspense>
    </Scrolled>
  )
}

function Albums({ title, albums, isOwn }: { title: string; albums: Album[]; isOwn: boolean }) {
  if (albums.length === 0) return null
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <LongList name={title} className={cards['cards']} items={albums} toKey={({ id }) => id}>
        {(album) => (
          <Link to="/albums/$albumId" params={{ albumId: album.id }} className={cards['card']}>
            <Cover id={album.albumThumbnailAssetId} updatedAt={album.updatedAt} />
            <strong className="two-lines">{album.albumName || messages.untitled}</strong>
            <span className="quiet">{toSummary(album, isOwn)}</span>
          </Link>
        )}
      </LongList>
    </section>
  )
}

function compareTimes(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}

function toSummary(album: Album, isOwn: boolean): string {
  const { assetCount, owner, sharedUsers } = album
  const shared = sharedUsers.length > 0 && messages.albums.sharedWithCount(sharedUsers.length)
  return [messages.items(assetCount), formatDates(album), isOwn ? shared : messages.albums.by(owner.name)]
    .filter(Boolean)
    .join(' · ')
}
