import * as z from 'zod'
import type { Fields, NamedObject } from '../route/named-object.js'
import { flag, shareKey } from '../route/query.js'

const v = z
  .string()
  .max(64)
  .optional()
  .describe("The asset's `updatedAt`. While it is current, a stored copy needs no check (RFC 8246).")

const fileVersion = z.object({ v, key: shareKey }).describe('The query of downloadFile.')
export interface FileVersion extends Fields<typeof fileVersion> {}
export interface FileVersionSchema extends NamedObject<typeof fileVersion, FileVersion> {}
export const FileVersion: FileVersionSchema = fileVersion

export const ThumbnailFormat = z
  .enum(['WEBP', 'JPEG'])
  .describe('`WEBP`: the thumbnail, 250 px on the shorter edge; `JPEG`: the preview, 1440 px.')
export type ThumbnailFormat = z.infer<typeof ThumbnailFormat>

const thumbnailView = FileVersion.extend({
  format: ThumbnailFormat.optional().describe('The picture; `WEBP` by default.'),
}).describe('The query of getAssetThumbnail.')
export interface ThumbnailView extends Fields<typeof thumbnailView> {}
export interface ThumbnailViewSchema extends NamedObject<typeof thumbnailView, ThumbnailView> {}
export const ThumbnailView: ThumbnailViewSchema = thumbnailView

const fileView = FileVersion.extend({
  isThumb: flag().optional().describe('`true` for the thumbnail of 250 px.'),
  isWeb: flag().optional().describe('`false` for the original, whether browsers can show it or not.'),
}).describe('The query of serveFile.')
export interface FileView extends Fields<typeof fileView> {}
export interface FileViewSchema extends NamedObject<typeof fileView, FileView> {}
export const FileView: FileViewSchema = fileView

/** The headers with which a request states conditions for a file (RFC 9110). */
export const matchHeaders = {
  'if-match': z.string().optional().describe('The `ETag` that the file must have; otherwise, the answer is 412.'),
  'if-unmodified-since': z
    .string()
    .optional()
    .describe('The latest `Last-Modified` that the file may have; otherwise, the answer is 412.'),
}

/** The headers with which a request asks for a part of a file, or states conditions. */
export const fileHeaders = {
  ...matchHeaders,
  range: z.string().optional().describe('The bytes to answer, as one range or several: `bytes=0-499, -500`.'),
  'if-range': z
    .string()
    .optional()
    .describe(
      'The `ETag` or `Last-Modified` that the file must have for `Range` to apply; otherwise, the answer is the ' +
        'whole file.',
    ),
  'if-none-match': z
    .string()
    .optional()
    .describe('The `ETag` of a copy; the answer is 304 while the file is the same.'),
  'if-modified-since': z.string().optional().describe('The `Last-Modified` of a copy whose `ETag` is not known.'),
}
