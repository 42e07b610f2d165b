import type { BulkIdResult, BulkIds } from '../types/index.js'
import type { Ask } from './ask.js'
import { tell } from './events.js'
import type { AlbumRecord } from './library.js'
import { Refusal, type Success } from './outcome.js'

/** The rules of the operations that change albums. */
export const albumChanges = { addAssetsToAlbum, removeAssetFromAlbum }

function addAssetsToAlbum(ask: Ask<BulkIds>): Success {
  const { library, caller } = ask
  return change(ask, (album, id) => {
    const asset = library.assets.get(id)
    const isHeld = album.assetIds.includes(id)
    if (!asset || asset.isTrashed || !(isHeld || asset.ownerId === caller.id)) return 'not_found'
    if (isHeld) return 'duplicate'
    album.assetIds.push(id)
    return null
  })
}

function removeAssetFromAlbum(ask: Ask<BulkIds>): Success {
  const { library, caller } = ask
  return change(ask, (album, id) => {
    const asset = library.assets.get(id)
    if (!asset || asset.isTrashed || !album.assetIds.includes(id)) return 'not_found'
    if (![album.ownerId, asset.ownerId].includes(caller.id)) return 'no_permission'
    album.assetIds = album.assetIds.filter((held) => held !== id)
    return null
  })
}

type Fault = NonNullable<BulkIdResult['error']>

function change(
  { library, caller, id: albumId, body }: Ask<BulkIds>,
  one: (album: AlbumRecord, id: string) => Fault | null,
): Success {
  const album = library.albums.get(albumId)
  if (!album || ![album.ownerId, ...album.sharedUserIds].includes(caller.id)) {
    throw new Refusal('not_found', 'There is no such album.')
  }
  const results = body.ids.map((id): BulkIdResult => {
    const error = one(album, id)
    return error === null ? { id, success: true } : { id, success: false, error }
  })
  if (results.some(({ success }) => success)) {
    album.updatedAt = new Date().toISOString()
    tell(library, [album.ownerId, ...album.sharedUserIds], { type: 'album.updated', albumId })
  }
  return { status: 200, body: results }
}
