import type { Calls } from '../calls.js'
import { keyOf } from '../idempotency-key.js'
import type { AlbumOptions, CallOptions, KeyedOptions } from '../options.js'
import type { List } from '../pages.js'
import type { Reply } from '../reply.js'
import type {
  AddUsersToAlbum,
  Album,
  AlbumCount,
  AlbumFilter,
  BulkIdResult,
  BulkIds,
  CreateAlbum,
  UpdateAlbum,
} from '../types/index.js'

export interface AlbumOperations {
  /** Makes an album with the given assets, shared with the given users, or nothing at all. */
  createAlbum(album: CreateAlbum, options?: AlbumOptions & KeyedOptions): Reply<Album>
  /** Shares an album of the caller with more users. Repeating it changes nothing. */
  addUsersToAlbum(albumId: string, users: AddUsersToAlbum, options?: AlbumOptions): Reply<Album>
  /** The albums that the caller owns, or those that the filter names, without their assets; newest `updatedAt` first. */
  getAllAlbums(filter?: AlbumFilter, options?: CallOptions): List<Album>
  /** How many albums the caller owns, shares and is shared with. */
  getAlbumCount(options?: CallOptions): Reply<AlbumCount>
  /** An album that the caller owns or is shared with, with its assets, newest first; without them when `minimal`. */
  getAlbumInfo(albumId: string, options?: AlbumOptions): Reply<Album>
  /** Changes the name, the description or the cover of the caller's own album. It resolves to the album without its assets. */
  updateAlbumInfo(albumId: string, change: UpdateAlbum, options?: CallOptions): Reply<Album>
  /** Deletes the caller's own album. Its assets stay. */
  deleteAlbum(albumId: string, options?: CallOptions): Reply<void>
  /** Takes a user off an album: its owner any, and a shared user themselves, also as `me`. The assets that they added stay. */
  removeUserFromAlbum(albumId: string, userId: string, options?: CallOptions): Reply<void>
  /** Adds the caller's own assets to an album. It resolves to a result for each id: one that cannot be added does not stop the others. */
  addAssetsToAlbum(albumId: string, assets: BulkIds, options?: CallOptions): Reply<BulkIdResult[]>
  /** Removes assets from an album: its owner any, and a shared user those of their own. It resolves to a result for each id. */
  removeAssetFromAlbum(albumId: string, assets: BulkIds, options?: CallOptions): Reply<BulkIdResult[]>
}

export function albumOperations({ read, once, list }: Calls): AlbumOperations {
  return {
    createAlbum: (body, options) =>
      read('createAlbum', { body, headers: { ...preferOf(options), ...keyOf(options) } }, options),
    addUsersToAlbum: (id, body, options) => read('addUsersToAlbum', { id, body, headers: preferOf(options) }, options),
    getAllAlbums: (filter, options) => list('getAllAlbums', { query: filter }, options),
    getAlbumCount: (options) => read('getAlbumCount', {}, options),
    getAlbumInfo: (id, { minimal, ...options } = {}) =>
      read('getAlbumInfo', { id, query: { withoutAssets: minimal } }, options),
    updateAlbumInfo: (id, body, options) => read('updateAlbumInfo', { id, body }, options),
    deleteAlbum: (id, options) => once('deleteAlbum', { id }, options),
    removeUserFromAlbum: (id, userId, options) => once('removeUserFromAlbum', { id, userId }, options),
    addAssetsToAlbum: (id, body, options) => read('addAssetsToAlbum', { id, body }, options),
    removeAssetFromAlbum: (id, body, options) => read('removeAssetFromAlbum', { id, body }, options),
  }
}

function preferOf({ minimal }: AlbumOptions = {}): Record<string, string> {
  return minimal ? { prefer: 'return=minimal' } : {}
}
