import * as z from 'zod'
import { ExifInfo, SmartInfo } from './exif-info.js'
import { Person } from './person.js'
import { DateTime } from './primitives.js'
import { Tag } from './tag.js'
import { User } from './user.js'

export const AssetType = z.enum(['IMAGE', 'VIDEO', 'AUDIO', 'OTHER'])
export type AssetType = z.infer<typeof AssetType>

/** An image, video, sound or other file of one user. The same wherever it appears. */
export interface Asset {
  /** base64 of the SHA-1 of the file's content. */
  checksum: string
  deviceAssetId: string
  deviceId: string
  /** `HH:MM:SS.mmm`, or `0:00:00.00000` for none. */
  duration: string
  exifInfo?: ExifInfo | undefined
  fileCreatedAt: string
  fileModifiedAt: string
  hasMetadata: boolean
  id: string
  isArchived: boolean
  isExternal: boolean
  isFavorite: boolean
  isOffline: boolean
  isReadOnly: boolean
  isTrashed: boolean
  libraryId: string
  /** The video half of a live photo. */
  livePhotoVideoId?: string | null | undefined
  /** The wall clock at the place of capture, written with `Z`. */
  localDateTime: string
  /** With its extension. */
  originalFileName: string
  originalPath: string
  /** Left out: it repeats `ownerId`. */
  owner?: User | undefined
  ownerId: string
  /** By name; hidden people are left out. */
  people?: Person[] | undefined
  /** True when the preview and the thumbnail exist. */
  resized: boolean
  smartInfo?: SmartInfo | undefined
  /** On the primary asset of a stack: its members, without a `stack` of their own. */
  stack?: Asset[] | undefined
  /** How many members the stack has; 0 without one. */
  stackCount: number
  /** On a member of a stack: the primary asset. */
  stackParentId?: string | null | undefined
  /** All tags of the asset, by name. */
  tags?: Tag[] | undefined
  /** base64 of ThumbHash bytes; null until generated. */
  thumbhash: string | null
  type: AssetType
  updatedAt: string
}

export const Asset: z.ZodType<Asset> = z.object({
  checksum: z.base64(),
  deviceAssetId: z.string(),
  deviceId: z.string(),
  duration: z.string(),
  exifInfo: ExifInfo.optional(),
  fileCreatedAt: DateTime,
  fileModifiedAt: DateTime,
  hasMetadata: z.boolean(),
  id: z.string(),
  isArchived: z.boolean(),
  isExternal: z.boolean(),
  isFavorite: z.boolean(),
  isOffline: z.boolean(),
  isReadOnly: z.boolean(),
  isTrashed: z.boolean(),
  libraryId: z.string(),
  livePhotoVideoId: z.string().nullable().optional(),
  localDateTime: DateTime,
  originalFileName: z.string(),
  originalPath: z.string(),
  owner: User.optional(),
  ownerId: z.string(),
  people: z.array(Person).optional(),
  resized: z.boolean(),
  smartInfo: SmartInfo.optional(),
  get stack() {
    return z.array(Asset).optional()
  },
  stackCount: z.int(),
  stackParentId: z.string().nullable().optional(),
  tags: z.array(Tag).optional(),
  thumbhash: z.string().nullable(),
  type: AssetType,
  updatedAt: DateTime,
})
