// Written by scripts/write-types.ts from the schemas of the contract. Do not edit it: run `pnpm types`.

import type { ExifInfo, SmartInfo } from './exif-info.js'
import type { Person } from './person.js'
import type { Tag } from './tag.js'
import type { User } from './user.js'

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
