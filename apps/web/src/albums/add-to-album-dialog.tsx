import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { messages } from '../language/messages.js'
import { Cover } from '../pictures/cover.js'
import type { Picture } from '../pictures/picture.js'
import { useService } from '../service/service.js'
import { Around } from '../ui/around.js'
import { Dialog } from '../ui/dialogs/dialog.js'
import styles from '../ui/lists/choices.module.css'
import { useFind } from '../ui/lists/find.js'
import { LongList } from '../ui/lists/long-list.js'
import { Scrolled } from '../ui/lists/scrolled.js'
import { Failure } from '../ui/notices/failure.js'

/** Adds pictures to an album that the caller owns or is shared with. */
export function AddToAlbumDialog({ pictures, onClose }: { pictures: readonly Picture[]; onClose: () => void }) {
  const { queries, mutate, notify } = useService()
  const own = useQuery(queries.albums())
  const shared = useQuery(queries.albums({ shared: true }))
  const albums = new Map([...(own.data ?? []), ...(shared.data ?? [])].map((album) => [album.id, album]))
  const adding = useMutation({
    mutationFn: (albumId: string) => mutate(queries.addAssetsToAlbum(albumId), { ids: pictures.map(({ id }) => id) }),
    onSuccess: (results, albumId) => {
      const added = results.filter(({ success }) => success).length
      notify(
        <Around sentence={(album) => messages.albums.added(added, album, added === results.length)}>
          <Link to="/albums/$albumId" params={{ albumId }} search={{}}>
            {albums.get(albumId)?.albumName || messages.untitled}
          </Link>
        </Around>,
      )
      onClose()
    },
  })
  const [found, field] = useFind([...albums.values()], ({ albumName }) => albumName)
  const error = adding.error ?? own.error ?? shared.error
  return (
    <Dialog title={messages.albums.adding} onClose={onClose}>
      {error && <Failure error={error} />}
      {own.data && shared.data && albums.size === 0 && <p className="quiet">{messages.albums.noneToChoose}</p>}
      {field}
      <Scrolled className={styles['choices']}>
        <LongList name="albums" className={styles['list']} items={found} toKey={({ id }) => id}>
          {(album) => (
            <button
              type="button"
              className={styles['choice']}
              disabled={adding.isPending}
              onClick={() => adding.mutate(album.id)}
            >
              <Cover id={album.albumThumbnailAssetId} updatedAt={album.updatedAt} />
              <span className="two-lines">{album.albumName || messages.untitled}</span>
            </button>
          )}
        </LongList>
      </Scrolled>
    </Dialog>
  )
}
