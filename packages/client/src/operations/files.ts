import { urlOf } from '../call/request.js'
import type { Calls } from '../calls.js'
import type { FileOptions } from '../options.js'
import type { Asset, FileView, ThumbnailView } from '../types/index.js'

/** Files arrive as a `Response` whose body nobody has read: stream it, or call `blob()`. */
export interface FileOperations {
  /** The thumbnail of an asset, 250 px wide, or its preview of 1440 px with `format: 'JPEG'`. */
  getAssetThumbnail(assetId: string, view?: ThumbnailView, options?: FileOptions): Promise<Response>
  /** The file of an asset in a form that browsers show. */
  serveFile(assetId: string, view?: FileView, options?: FileOptions): Promise<Response>
  /** The original of an asset. */
  downloadFile(assetId: string, options?: FileOptions): Promise<Response>
  /**
   * The URL of a thumbnail for `<img src>`, on pages with a session cookie. It names this version of the asset, so a browser
   * may keep the picture.
   */
  thumbnailUrl(asset: FileRef, view?: Pick<ThumbnailView, 'format'>): string
  /** The URL of what serveFile answers, for `<video src>`, likewise. */
  fileUrl(asset: FileRef): string
  /** The URL of the original, for `<a href download>`, likewise. */
  downloadUrl(asset: FileRef): string
}

/** What names a version of an asset. */
export type FileRef = Pick<Asset, 'id' | 'updatedAt'>

export function fileOperations({ load, baseUrl }: Calls): FileOperations {
  return {
    getAssetThumbnail: (id, query, options) => load('getAssetThumbnail', { id, query }, options),
    serveFile: (id, query, options) => load('serveFile', { id, query }, options),
    downloadFile: (id, options) => load('downloadOriginal', { id }, options),
    thumbnailUrl: ({ id, updatedAt: v }, { format } = {}) =>
      urlOf(baseUrl, 'getAssetThumbnail', { id, query: { format, v } }),
    fileUrl: ({ id, updatedAt: v }) => urlOf(baseUrl, 'serveFile', { id, query: { v } }),
    downloadUrl: ({ id, updatedAt: v }) => urlOf(baseUrl, 'downloadOriginal', { id, query: { v } }),
  }
}
