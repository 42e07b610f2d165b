import * as z from 'zod'
import { examples, sample } from '../route/example.js'
import type { Fields, NamedObject } from '../route/named-object.js'
import { isNameable, MAX_IDS, text } from '../route/primitives.js'
import { flag } from '../route/query.js'

const sha1 = z
  .string()
  .refine((value) => /^([0-9a-f]{40}|[A-Za-z0-9+/]{27}=)$/i.test(value), {
    params: { code: 'invalid_value', detail: 'must be a SHA-1 in base64 or hexadecimal' },
  })
  .meta({ minLength: 28, maxLength: 40 })

/** The checksum that a client has calculated before it uploads a file. */
export const UploadChecksum = sha1.describe(
  'The SHA-1 of `assetData` in base64 or hexadecimal. If the caller already has that content, the answer is ' +
    'sent before the body has arrived. Otherwise, the content must match it.',
)

const HAS_ZONE = /(z|gmt|utc|[+-]\d\d:?\d\d)(\s*\(.*\))?$/i

/** A time in any form that the `Date` of JavaScript reads, as programs send it; a time without a zone is one in UTC. */
const time = () =>
  z
    .string()
    .transform((text) => {
      const [plain, zoned] = [new Date(text), new Date(`${text}Z`)]
      return HAS_ZONE.test(text) || Number.isNaN(zoned.getTime()) ? plain : zoned
    })
    .refine(isNameable, { params: { code: 'invalid_value', detail: 'must be a date in the years 0001 to 9999' } })
    .transform((date) => date.toISOString())
    .pipe(z.iso.datetime())

const file = () => z.string().meta({ format: 'binary' })

const uploadFile = z
  .object({
    assetData: file().describe('The content of a photo, video or sound file, with its name.'),
    deviceAssetId: text(1_000).describe('The name of the file on its device; for programs of the caller.'),
    deviceId: text(1_000).describe('The name of the device; for programs of the caller.'),
    fileCreatedAt: time().describe('When the file was taken. A time in the file itself takes precedence.'),
    fileModifiedAt: time().describe('When the file was last written. The stored file gets this time.'),
    isFavorite: flag().optional().describe('Whether the asset is a favourite; `false` when it is left out.'),
    isArchived: flag().optional().describe('Whether the asset is archived; `false` when it is left out.'),
    duration: text(100).optional().describe('Has no effect: the duration is read from the file.'),
    livePhotoData: file().optional().describe('The video of a live photo, with its name.'),
    sidecarData: file().optional().describe('The XMP side-car of the file; at most 10 MB.'),
    isVisible: flag().optional().describe('Has no effect.'),
    isExternal: flag().optional().describe('Has no effect.'),
    isOffline: flag().optional().describe('Has no effect.'),
    isReadOnly: flag().optional().describe('Has no effect.'),
    libraryId: text(100).optional().describe('Has no effect: uploaded files have a library of their own.'),
  })
  .describe('A file to add to the library, and what its device knows about it.')
  .register(examples, {
    example: {
      assetData: 'the bytes of the file',
      deviceAssetId: 'IMG_0412.jpg-180321',
      deviceId: 'CLI',
      fileCreatedAt: sample.taken,
      fileModifiedAt: sample.taken,
    },
  })
export interface UploadFile extends Fields<typeof uploadFile> {}
export interface UploadFileSchema extends NamedObject<typeof uploadFile, UploadFile> {}
export const UploadFile: UploadFileSchema = uploadFile

const uploadResult = z
  .object({
    id: z.string().describe('The id of the asset.'),
    duplicate: z.boolean().describe('Whether the caller already had this content, so that nothing was added.'),
    isRestored: z.literal(true).optional().describe('`true` when the content was in the trash and has been restored.'),
  })
  .describe('The asset of an uploaded file.')
  .register(examples, { example: { id: sample.photo, duplicate: false } })
export interface UploadResult extends Fields<typeof uploadResult> {}
export interface UploadResultSchema extends NamedObject<typeof uploadResult, UploadResult> {}
export const UploadResult: UploadResultSchema = uploadResult

const bulkUploadItem = z
  .strictObject({
    id: text(10_000).describe('The name of the file for the caller, such as its path. The service only returns it.'),
    checksum: sha1.describe('The SHA-1 of the content in base64 or hexadecimal.'),
  })
  .describe('A file that a client wants to upload.')
export interface BulkUploadItem extends Fields<typeof bulkUploadItem> {}
export interface BulkUploadItemSchema extends NamedObject<typeof bulkUploadItem, BulkUploadItem> {}
export const BulkUploadItem: BulkUploadItemSchema = bulkUploadItem

const checkBulkUpload = z
  .strictObject({ assets: z.array(BulkUploadItem).max(MAX_IDS).describe('At most 100,000 files.') })
  .describe('Files that a client wants to upload.')
  .register(examples, {
    example: { assets: [{ id: 'DCIM/IMG_0412.jpg', checksum: 'xFW5lxA1cRv2X3v6YyL0Qk3mO6E=' }] },
  })
export interface CheckBulkUpload extends Fields<typeof checkBulkUpload> {}
export interface CheckBulkUploadSchema extends NamedObject<typeof checkBulkUpload, CheckBulkUpload> {}
export const CheckBulkUpload: CheckBulkUploadSchema = checkBulkUpload

const bulkUploadResult = z
  .object({
    id: z.string().describe('The `id` of the request.'),
    action: z.enum(['accept', 'reject']).describe('`accept`: the file is worth uploading.'),
    reason: z
      .enum(['duplicate', 'unsupported-format'])
      .optional()
      .describe(
        'The reason for `reject`: the caller has this content, or its name is not that of a photo, video or ' +
          'sound file.',
      ),
    assetId: z.string().optional().describe('The asset with this content.'),
  })
  .describe('Whether a file is worth uploading.')
export interface BulkUploadResult extends Fields<typeof bulkUploadResult> {}
export interface BulkUploadResultSchema extends NamedObject<typeof bulkUploadResult, BulkUploadResult> {}
export const BulkUploadResult: BulkUploadResultSchema = bulkUploadResult

const bulkUploadResults = z
  .object({ results: z.array(BulkUploadResult).describe('A result for each file, in the order of the request.') })
  .describe('The results of the check of files.')
  .register(examples, {
    example: {
      results: [{ id: 'DCIM/IMG_0412.jpg', action: 'reject', reason: 'duplicate', assetId: sample.photo }],
    },
  })
export interface BulkUploadResults extends Fields<typeof bulkUploadResults> {}
export interface BulkUploadResultsSchema extends NamedObject<typeof bulkUploadResults, BulkUploadResults> {}
export const BulkUploadResults: BulkUploadResultsSchema = bulkUploadResults
