import { messages } from '../language/messages.js'
import type { Picture } from '../pictures/picture.js'
import type { Service } from '../service/service.js'
import { Failure } from '../ui/notices/failure.js'

/** Removes pictures from an album, and shows how many; they stay in the library. Resolves to whether it succeeded. */
export async function removeFromAlbum(
  { queries, mutate, notify }: Service,
  albumId: string,
  pictures: readonly Picture[],
): Promise<boolean> {
  try {
    const results = await mutate(queries.removeAssetFromAlbum(albumId), { ids: pictures.map(({ id }) => id) })
    const removed = results.filter(({ success }) => success).length
    notify(messages.albums.removed(removed, removed === results.length))
    return true
  } catch (error) {
    notify(<Failure error={error} />, { isFailure: true })
    return false
  }
}
