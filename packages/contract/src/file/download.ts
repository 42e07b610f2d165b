import * as z from 'zod'
import { examples, sample } from '../route/example.js'
import type { Fields, NamedObject } from '../route/named-object.js'
import { Id, Ids } from '../route/primitives.js'

const GIB = 1_073_741_824

const downloadQuestion = z
  .strictObject({
    assetIds: Ids.optional().describe('The ids of assets that the caller may see.'),
    albumId: Id.optional().describe('The id of an album that the caller may see, for all of its assets.'),
    userId: Id.optional().describe("The id of the caller, for all of the caller's own assets. Any other id gets 404."),
    archiveSize: z
      .int()
      .min(1)
      .optional()
      .describe('The approximate size limit of an archive in bytes; 4 GiB by default. A file is never divided.'),
  })
  .refine(
    ({ assetIds, albumId, userId }) => [assetIds, albumId, userId].filter((id) => id !== undefined).length === 1,
    {
      path: ['assetIds'],
      params: { code: 'invalid_value', detail: 'or `albumId` or `userId` must be given, and only one of them' },
    },
  )
  .describe('The assets to download.')
  .register(examples, { example: { assetIds: [sample.photo], archiveSize: 4 * GIB } })
export interface DownloadQuestion extends Fields<typeof downloadQuestion> {}
export interface DownloadQuestionSchema extends NamedObject<typeof downloadQuestion, DownloadQuestion> {}
export const DownloadQuestion: DownloadQuestionSchema = downloadQuestion

const downloadArchive = z
  .object({
    assetIds: z
      .array(z.string())
      .describe('The ids to pass to downloadArchive; the video of a live photo follows its photo.'),
    size: z.int().describe('The total size of its files in bytes.'),
  })
  .describe('An archive that downloadArchive can make.')
export interface DownloadArchive extends Fields<typeof downloadArchive> {}
export interface DownloadArchiveSchema extends NamedObject<typeof downloadArchive, DownloadArchive> {}
export const DownloadArchive: DownloadArchiveSchema = downloadArchive

const downloadInfo = z
  .object({
    archives: z.array(DownloadArchive).describe('The archives, newest assets first.'),
    totalSize: z.int().describe('The total size of all files in bytes.'),
  })
  .describe('The archives of a download.')
  .register(examples, { example: { archives: [{ assetIds: [sample.photo], size: 180_321 }], totalSize: 180_321 } })
export interface DownloadInfo extends Fields<typeof downloadInfo> {}
export interface DownloadInfoSchema extends NamedObject<typeof downloadInfo, DownloadInfo> {}
export const DownloadInfo: DownloadInfoSchema = downloadInfo
