import * as z from 'zod'
import type { Fields, NamedObject } from '../route/named-object.js'
import { flag, shareKey } from '../route/query.js'

const v = z
  .string()
  .max(64)
  .optional()
  .describe("The asset's `updatedAt`. While it is the current one, a copy that is kept needs no check (RFC 8246).")

const fileVersion = z.strictObject({ v, key: shareKey }).describe('The query of downloadFile.')
export interface FileVersion extends Fields<typeof fileVersion> {}
export interface FileVersionSchema extends NamedObject<typeof fileVersion, FileVersion> {}
export const FileVersion: FileVersionSchema = fileVersion

export const ThumbnailFormat = z
  .enum(['WEBP', 'JPEG'])
  .describe('`WEBP`: the thumbnail, 250 px on the shorter edge; `JPEG`: the preview, 1440 px.')
export type ThumbnailFormat = z.infer<typeof ThumbnailFormat>

const thumbnailView = FileVersion.extend({
  format: ThumbnailFormat.optional().describe('`WEBP` when it is left out.'),
}).describe('Which picture of an asset to answer.')
export interface ThumbnailView extends Fields<typeof thumbnailView> {}
export interface ThumbnailViewSchema extends NamedObject<typeof thumbnailView, ThumbnailView> {}
export const ThumbnailView: ThumbnailViewSchema = thumbnailView

const fileView = FileVersion.extend({
  isThumb: flag().optional().describe('`true`: the thumbnail of 250 px.'),
  isWeb: flag().optional().describe('`false`: the original, whether browsers can show it or not.'),
}).describe('Which file of an asset to answer.')
export interface FileView extends Fields<typeof fileView> {}
export interface FileViewSchema extends NamedObject<typeof fileView, FileView> {}
export const FileView: FileViewSchema = fileView

/** What a request may say of the file that it is about (RFC 9110). */
export const matchHeaders = {
  'if-match': z.string().optional().describe('The `ETag` that the file must have, or 412.'),
  'if-unmodified-since': z.string().optional().describe('The latest `Last-Modified` that the file may have, or 412.'),
}

/** What a request that reads may say besides. */
export const fileHeaders = {
  ...matchHeaders,
  range: z.string().optional().describe('Which bytes to answer, one range or several: `bytes=0-499, -500`.'),
  'if-range': z.string().optional().describe('The `ETag` or `Last-Modified` that the file must have; else all of it.'),
  'if-none-match': z.string().optional().describe('The `ETag` of a copy; 304 while the file is still the same.'),
  'if-modified-since': z.string().optional().describe('The `Last-Modified` of a copy, where its `ETag` is not known.'),
}
