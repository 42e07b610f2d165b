// Written by scripts/write-types.ts from the schemas of the contract. Do not edit it: run `pnpm types`.

import type { Person } from './person.js'
import type { Tag } from './tag.js'
import type { User } from './user.js'

/** The assets to delete. */
export interface DeleteAssets {
  /** The caller's own assets. */
  ids: string[]
  /** `true` deletes them for good. By default, they go to the trash. */
  force?: boolean | undefined
}

/** The changes of an asset. Properties that are left out stay. Reading the file again does not undo a change. */
export interface UpdateAsset {
  /** Whether it is a favourite. */
  isFavorite?: boolean | undefined
  /** Whether it is archived. */
  isArchived?: boolean | undefined
  /** When it was taken. `localDateTime` becomes the local time of the given offset from UTC. */
  dateTimeOriginal?: string | undefined
  /** Degrees, north positive; with `longitude`. */
  latitude?: number | undefined
  /** Degrees, east positive; with `latitude`. */
  longitude?: number | undefined
  /** The caption; empty for none. */
  description?: string | undefined
}

/** Assets, and the changes of each of them. Properties that are left out stay. */
export interface UpdateAssets {
  /** The caller's own assets. */
  ids: string[]
  /** Whether it is a favourite. */
  isFavorite?: boolean | undefined
  /** Whether it is archived. */
  isArchived?: boolean | undefined
  /** When it was taken. `localDateTime` becomes the local time of the given offset from UTC. */
  dateTimeOriginal?: string | undefined
  /** Degrees, north positive; with `longitude`. */
  latitude?: number | undefined
  /** Degrees, east positive; with `latitude`. */
  longitude?: number | undefined
  /** The asset that the others are stacked behind. Their own stacks join it. */
  stackParentId?: string | undefined
  /** `true` takes the assets out of their stacks. */
  removeParent?: boolean | undefined
}

/** The metadata of a file. A field without a value is left out. */
export interface ExifInfo {
  /** The city where the photo was taken. */
  city?: string | undefined
  /** The country where the photo was taken. */
  country?: string | undefined
  /** When the photo was taken. */
  dateTimeOriginal?: string | undefined
  /** The caption in the file. */
  description?: string | undefined
  /** Pixels. */
  exifImageHeight?: number | undefined
  /** Pixels. */
  exifImageWidth?: number | undefined
  /** Seconds, as 1/100. */
  exposureTime?: string | undefined
  /** The aperture: 1.8 means f/1.8. */
  fNumber?: number | undefined
  /** The size of the file in bytes. */
  fileSizeInByte?: number | undefined
  /** Millimetres. */
  focalLength?: number | undefined
  /** The sensitivity (ISO). */
  iso?: number | undefined
  /** Degrees, north positive. */
  latitude?: number | undefined
  /** The lens. */
  lensModel?: string | undefined
  /** Degrees, east positive. */
  longitude?: number | undefined
  /** The maker of the camera. */
  make?: string | undefined
  /** The camera. */
  model?: string | undefined
  /** When the file was last changed, as its metadata says. */
  modifyDate?: string | undefined
  /** EXIF's orientation, 1 to 8. */
  orientation?: string | undefined
  /** The projection of a panorama, such as `EQUIRECTANGULAR`. */
  projectionType?: string | undefined
  /** The state or region where the photo was taken. */
  state?: string | undefined
  /** The time zone where the photo was taken, such as `Europe/Paris` or `UTC+2`. */
  timeZone?: string | undefined
}

/** The results of image recognition for an asset. */
export interface SmartInfo {
  /** Names of objects in the picture. */
  objects?: string[] | undefined
  /** Words that describe the picture. */
  tags?: string[] | undefined
}

/** The filters of a list of the caller's own assets. */
export interface AssetFilter {
  /** The size of a page; the answer names the next in `Link`. The whole list when left out. */
  limit?: number | undefined
  /** The start of the page, from the `Link` of the previous page. */
  cursor?: string | undefined
  /** `true` for only archived assets, `false` for only the others; both by default. */
  isArchived?: boolean | undefined
  /** `true` for only favourites, `false` for only the others; both by default. */
  isFavorite?: boolean | undefined
  /** Only assets with this `updatedAt` or a later one. */
  updatedAfter?: string | undefined
  /** Only assets with this `updatedAt` or an earlier one. */
  updatedBefore?: string | undefined
  /** The maximum number of assets. Prefer `limit` and `cursor`, which never miss one. */
  take?: number | undefined
  /** How many of the first assets to skip. Prefer `cursor`, which is faster. */
  skip?: number | undefined
  /** The id of the caller. Any other id gets 404. */
  userId?: string | undefined
}

/** `desc`: newest first. */
export type AssetOrder = 'asc' | 'desc'

/** The filters of a count of the caller's own assets. */
export interface AssetStatisticsFilter {
  /** `true` for only archived assets, `false` for only the others; both by default. */
  isArchived?: boolean | undefined
  /** `true` for only favourites, `false` for only the others; both by default. */
  isFavorite?: boolean | undefined
  /** `true` for only what is in the trash of the caller, which is not listed by default. */
  isTrashed?: boolean | undefined
}

/** The query of getAssetInfo. */
export interface AssetView {
  /** Has no effect: there are no share links. */
  key?: string | undefined
}

/** The query of getTimeBucket. */
export interface TimeBucketFilter extends TimelineFilter {
  /** The bucket that contains this time, such as a `timeBucket` of getTimeBuckets. */
  timeBucket: string
}

/** The length of a bucket. */
export type TimeBucketSize = 'DAY' | 'MONTH'

/** The query of getTimeBuckets. */
export interface TimelineFilter extends AssetStatisticsFilter {
  /** Days or months. */
  size: TimeBucketSize
  /** An album that the caller may see; by default, the caller's own assets. */
  albumId?: string | undefined
  /** `desc` by default. */
  order?: AssetOrder | undefined
  /** Only assets that show this person of the caller. */
  personId?: string | undefined
  /** The id of the caller. Any other id gets 404. */
  userId?: string | undefined
  /** Has no effect: there are no partners. */
  withPartners?: boolean | undefined
  /** `true` for only the primary asset of each stack. */
  withStacked?: boolean | undefined
  /** Has no effect: there are no share links. */
  key?: string | undefined
}

/** A photo, video, sound or other file of one user. It is the same in every response. */
export interface Asset {
  /** The SHA-1 of the file's content in base64. */
  checksum: string
  /** The id that the device gave the file, or the path of an imported file within its folder. */
  deviceAssetId: string
  /** What the file came from; `import` for an imported file. */
  deviceId: string
  /** `HH:MM:SS.mmm`, or `0:00:00.00000` for none. */
  duration: string
  /** The metadata of the file; left out when none is known. */
  exifInfo?: ExifInfo | undefined
  /** When the photo was taken, or else when the file was created. */
  fileCreatedAt: string
  /** When the file was last changed. */
  fileModifiedAt: string
  /** Whether metadata was read from the file. */
  hasMetadata: boolean
  /** The id of the asset. */
  id: string
  /** Whether the owner has archived the asset. */
  isArchived: boolean
  /** Whether the file stays in a folder of its own, where it was imported from. */
  isExternal: boolean
  /** Whether the asset is a favourite of the owner. */
  isFavorite: boolean
  /** Whether the file was missing at the last import. */
  isOffline: boolean
  /** Whether the service never writes to the file. */
  isReadOnly: boolean
  /** Whether the asset is in the trash. Only its owner sees it then. */
  isTrashed: boolean
  /** The id of the library to which the file belongs. */
  libraryId: string
  /** The id of the video of a live photo. */
  livePhotoVideoId: string | null
  /** The local time at the place of capture, written with `Z`. */
  localDateTime: string
  /** The file name with its extension. */
  originalFileName: string
  /** The path of the file on the machine of the service, or `s3://bucket/key`. */
  originalPath: string
  /** Always left out, because it would repeat `ownerId`. */
  owner?: User | undefined
  /** The id of the user whose asset it is. */
  ownerId: string
  /** By name; hidden people are left out. */
  people: Person[]
  /** Whether the preview and the thumbnail exist. */
  resized: boolean
  /** The results of image recognition; left out when there are none. */
  smartInfo?: SmartInfo | undefined
  /** On the primary asset of a stack: its members, without a `stack` of their own. */
  stack?: Asset[] | undefined
  /** The number of members of the stack; 0 without a stack. */
  stackCount: number
  /** On a member of a stack: the id of the primary asset. */
  stackParentId: string | null
  /** All tags of the asset, by name. */
  tags: Tag[]
  /** The ThumbHash in base64; null until it is generated. */
  thumbhash: string | null
  /** Photo, video, sound or other file. */
  type: AssetType
  /** When the asset last changed. */
  updatedAt: string
}

/** The type of an asset. */
export type AssetType = 'IMAGE' | 'VIDEO' | 'AUDIO' | 'OTHER'

/** The numbers of the caller's assets. */
export interface AssetStatistics {
  /** The number of assets of the type `IMAGE`. */
  images: number
  /** The number of assets of the type `VIDEO`. */
  videos: number
  /** The number of assets of all types. */
  total: number
}

/** A day or month, with the number of assets that were taken in it according to their `localDateTime`. */
export interface TimeBucket {
  /** The start of the day or month in the local time of the place of capture, written with `Z`. */
  timeBucket: string
  /** The number of its assets; at least 1. */
  count: number
}
