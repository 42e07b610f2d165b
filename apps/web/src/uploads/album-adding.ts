import type { Client } from '@media-library/client'

/** The number of assets in one request. */
const MOST = 1_000

/** Adds assets to albums as they arrive, with a few requests one after the other. */
export interface AlbumAdding {
  add: (albumId: string, assetId: string) => void
  /** Adds the queued assets. Rejects when the service refuses; they then remain queued. */
  flush: () => Promise<void>
}

/** Creates the queue. `onAdded` is called with the assets that an album now has. */
export function createAlbumAdding(client: Client, onAdded: (assetIds: readonly string[]) => void): AlbumAdding {
  const waiting = new Map<string, Set<string>>()
  let flushing: Promise<void> = Promise.resolve()
  const flushOnce = async () => {
    for (const [albumId, assetIds] of waiting) {
      while (assetIds.size > 0) {
        const ids = [...assetIds].slice(0, MOST)
        await client.addAssetsToAlbum(albumId, { ids })
        for (const id of ids) assetIds.delete(id)
        onAdded(ids)
      }
    }
  }
  return {
    add: (albumId, assetId) => {
      const assetIds = waiting.get(albumId) ?? new Set()
      waiting.set(albumId, assetIds.add(assetId))
    },
    flush: () => {
      flushing = flushing.catch(() => {}).then(flushOnce)
      return flushing
    },
  }
}
