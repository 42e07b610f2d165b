// Written by scripts/write-types.ts from the schemas of the contract. Do not edit it: run `pnpm types`.

import type { Asset } from './asset.js'
import type { User } from './user.js'

/** The body of addUsersToAlbum. */
export interface AddUsersToAlbum {
  /** Active users. The ids of the owner and of users who already have the album have no effect. */
  sharedUserIds: string[]
}

/** Assets of one owner under a name, shared with other users. */
export interface Album {
  /** The name; it may be empty, and another album may have the same. */
  albumName: string
  /** The first id of `assetIds`; null without assets. */
  albumThumbnailAssetId: string | null
  /** The number of its listed assets, also where `assets` is left empty. */
  assetCount: number
  /** Newest fileCreatedAt first, then id descending. */
  assets: Asset[]
  /** When the album was created. */
  createdAt: string
  /** Text about the album; empty by default. */
  description: string
  /** The latest fileCreatedAt; left out when the album is empty. */
  endDate?: string | undefined
  /** Always false: there are no share links. */
  hasSharedLink: boolean
  /** The id of the album. */
  id: string
  /** true by default; the service has no comments. */
  isActivityEnabled: boolean
  /** The latest fileModifiedAt; left out when the album is empty. */
  lastModifiedAssetTimestamp?: string | undefined
  /** The user who created the album. */
  owner: User
  /** The id of the owner. */
  ownerId: string
  /** Whether the album has shared users. */
  shared: boolean
  /** In the order in which they were added. */
  sharedUsers: User[]
  /** The earliest fileCreatedAt; left out when the album is empty. */
  startDate?: string | undefined
  /** When the album last changed. */
  updatedAt: string
}

/** The numbers of albums that the caller may see. */
export interface AlbumCount {
  /** The number of the caller's own albums. */
  owned: number
  /** The number of those that the caller shares, or that are shared with the caller. */
  shared: number
  /** The number of own albums that are not shared. */
  notShared: number
}

/** The filters of a list of albums. Without one, it has the caller's own albums. */
export interface AlbumFilter {
  /** The size of a page; the answer names the next in `Link`. The whole list when left out. */
  limit?: number | undefined
  /** The start of the page, from the `Link` of the previous page. */
  cursor?: string | undefined
  /**
   * `true` for albums that the caller shares or that are shared with the caller; `false` for own albums that are not
   * shared.
   */
  shared?: boolean | undefined
  /** Only albums that contain this asset, among all that the caller may see. */
  assetId?: string | undefined
}

/** The query of getAlbumInfo. */
export interface AlbumView {
  /** `true` leaves `assets` empty. `assetCount` is still correct. */
  withoutAssets?: boolean | undefined
  /** Has no effect: there are no share links. */
  key?: string | undefined
}

/** The body of createAlbum. */
export interface CreateAlbum {
  /** May be empty, and may be the name of another album. */
  albumName: string
  /** The caller's own assets. The first becomes the cover. */
  assetIds?: string[] | undefined
  /** Text about the album; empty by default. */
  description?: string | undefined
  /** Active users. The caller's own id has no effect. */
  sharedWithUserIds?: string[] | undefined
}

/** The body of updateAlbumInfo. Properties that are left out stay as they are. */
export interface UpdateAlbum {
  /** May be empty, and may be the name of another album. */
  albumName?: string | undefined
  /** Text about the album. */
  description?: string | undefined
  /** An asset of the album, which becomes its cover. */
  albumThumbnailAssetId?: string | undefined
  /** Stored; the service has no comments. */
  isActivityEnabled?: boolean | undefined
  /** Only `desc`: assets are always listed newest first. */
  order?: 'desc' | undefined
}
