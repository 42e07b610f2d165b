import type { Album } from '@media-library/client'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useService } from '../service/service.js'
import { Failure } from '../ui/failure.js'
import { itemsOf } from '../ui/items-of.js'
import { useTitle } from '../ui/title.js'

/** The albums of the caller, and those that others share. */
export function AlbumsPage() {
  const { queries } = useService()
  useTitle('Albums')
  const me = useQuery(queries.me())
  const own = useQuery(queries.albums())
  const shared = useQuery(queries.albums({ shared: true }))
  const error = own.error ?? shared.error
  if (error) return <Failure error={error} onRetry={() => Promise.all([own.refetch(), shared.refetch()])} />
  if (!own.data || !shared.data) return <div className="loading" role="status" aria-label="Loading the albums" />
  const ofOthers = shared.data.filter(({ ownerId }) => ownerId !== me.data?.id)
  return (
    <div className="page">
      <h1>Albums</h1>
      {own.data.length + ofOthers.length === 0 && (
        <p className="quiet">There are no albums yet. Select some photos, and make one of them.</p>
      )}
      <Albums title="Mine" albums={own.data} isOwn />
      <Albums title="Shared with me" albums={ofOthers} isOwn={false} />
    </div>
  )
}

function Albums({ title, albums, isOwn }: { title: string; albums: Album[]; isOwn: boolean }) {
  if (albums.length === 0) return null
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <ul className="cards">
        {albums.map((album) => (
          <li key={album.id}>
            <Link to="/albums/$albumId" params={{ albumId: album.id }} className="album-card">
              <Cover album={album} />
              <strong>{album.albumName || 'Untitled'}</strong>
              <span className="quiet">{summaryOf(album, isOwn)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Cover({ album: { albumThumbnailAssetId: id, updatedAt } }: { album: Album }) {
  const { client } = useService()
  if (!id) return <div className="cover" />
  return <img className="cover" src={client.thumbnailUrl({ id, updatedAt })} alt="" loading="lazy" decoding="async" />
}

function summaryOf({ assetCount, owner, sharedUsers }: Album, isOwn: boolean): string {
  const count = itemsOf(assetCount)
  if (!isOwn) return `${count} · by ${owner.name}`
  return sharedUsers.length === 0 ? count : `${count} · shared with ${sharedUsers.length}`
}
