import * as z from 'zod'
import { Person } from '../person/schemas.js'
import { examples, requireExample, sample } from '../route/example.js'
import type { Fields, NamedObject } from '../route/named-object.js'
import { DateTime } from '../route/primitives.js'
import { Tag } from '../tag/schemas.js'
import { User } from '../user/schemas.js'
import { ExifInfo, SmartInfo } from './exif-info.js'

export const AssetType = z.enum(['IMAGE', 'VIDEO', 'AUDIO', 'OTHER']).describe('The type of an asset.')
export type AssetType = z.infer<typeof AssetType>

const asset = z
  .object({
    checksum: z.base64().describe("The SHA-1 of the file's content in base64."),
    deviceAssetId: z
      .string()
      .describe('The id that the device gave the file, or the path of an imported file within its folder.'),
    deviceId: z
      .string()
      .describe('The device that uploaded the file; `Library Import` for an imported file, as in Immich.'),
    duration: z.string().describe('The duration as `HH:MM:SS.mmm`; `0:00:00.00000` when there is none.'),
    exifInfo: ExifInfo.optional().describe('The metadata of the file; left out when none is known.'),
    fileCreatedAt: DateTime.describe('When the photo was taken, or else when the file was created.'),
    fileModifiedAt: DateTime.describe('When the file was last changed.'),
    hasMetadata: z.boolean().describe('Whether the answer shows metadata: always true.'),
    id: z.string().describe('The id of the asset.'),
    isArchived: z.boolean().describe('Whether the owner has archived the asset.'),
    isExternal: z.boolean().describe('Whether the file was imported, and stays in the folder in which it was found.'),
    isFavorite: z.boolean().describe('Whether the asset is a favourite of the owner.'),
    isOffline: z.boolean().describe('Whether the file was missing at the last import.'),
    isReadOnly: z.boolean().describe('Whether the service never writes to the file.'),
    isTrashed: z.boolean().describe('Whether the asset is in the trash. Only its owner sees it then.'),
    libraryId: z.string().describe('The id of the library to which the file belongs.'),
    livePhotoVideoId: z.string().nullable().default(null).describe('The id of the video of a live photo.'),
    localDateTime: DateTime.describe('The local time at the place of capture, written with `Z`.'),
    originalFileName: z.string().describe('The file name with its extension.'),
    originalPath: z.string().describe('The path of the file on the machine of the service, or `s3://bucket/key`.'),
    owner: User.optional().describe('Always left out, because it would repeat `ownerId`.'),
    ownerId: z.string().describe('The id of the owner.'),
    people: z.array(Person).default([]).describe('The people in the asset, by name; hidden people are left out.'),
    resized: z.boolean().describe('Whether the preview and the thumbnail exist.'),
    smartInfo: SmartInfo.optional().describe('The results of image recognition; left out when there are none.'),
    get stack(): z.ZodOptional<z.ZodArray<AssetSchema>> {
      return z
        .array(Asset)
        .optional()
        .describe('The members of the stack whose primary asset this is, without a `stack` of their own.')
    },
    stackCount: z.int().describe('The number of members of the stack; 0 without a stack.'),
    stackParentId: z
      .string()
      .nullable()
      .default(null)
      .describe('The id of the primary asset of the stack that this asset is a member of.'),
    tags: z.array(Tag).default([]).describe('All tags of the asset, by name.'),
    thumbhash: z.string().nullable().describe('The ThumbHash in base64; null until it is generated.'),
    type: AssetType.describe('Whether the asset is a photo, a video, a sound or another file.'),
    updatedAt: DateTime.describe('When the asset last changed.'),
  })
  .describe('A photo, video, sound or other file of one user. It is the same in every response.')

export interface Asset extends Fields<typeof asset> {}
export interface AssetSchema extends NamedObject<typeof asset, Asset> {}
export const Asset: AssetSchema = asset

Asset.register(examples, {
  example: {
    checksum: 'LPh2wHVbYpHtq6hcnGGbeoqkDRs=',
    deviceAssetId: 'IMG_0412.jpg',
    deviceId: 'Library Import',
    duration: '0:00:00.00000',
    exifInfo: requireExample(ExifInfo),
    fileCreatedAt: sample.taken,
    fileModifiedAt: sample.taken,
    hasMetadata: true,
    id: sample.photo,
    isArchived: false,
    isExternal: true,
    isFavorite: false,
    isOffline: false,
    isReadOnly: true,
    isTrashed: false,
    libraryId: sample.library,
    livePhotoVideoId: null,
    localDateTime: '2024-07-14T18:21:08.000Z',
    originalFileName: 'IMG_0412.jpg',
    originalPath: '/photos/2024/IMG_0412.jpg',
    ownerId: sample.ada,
    people: [],
    resized: true,
    stackCount: 0,
    stackParentId: null,
    tags: [requireExample(Tag)],
    thumbhash: '1QcSHQRnh493V4dIh4eXh1h4kJUI',
    type: 'IMAGE',
    updatedAt: '2024-07-15T09:00:00.000Z',
  },
})
