import type { Asset, ThumbnailView } from '@media-library/contract/schemas'
import { urlOf } from './call/request.js'
import type { Calls } from './calls.js'

/** The URLs of files, for pages with a session cookie. They name this version of the asset, so a browser may keep the file. */
export interface FileUrls {
  /** The URL of a thumbnail, for `<img src>`. */
  thumbnailUrl(asset: FileRef, view?: Pick<ThumbnailView, 'format'>): string
  /** The URL of what serveFile answers, for `<video src>`. */
  fileUrl(asset: FileRef): string
  /** The URL of the original, for `<a href download>`. */
  downloadUrl(asset: FileRef): string
}

/** What names a version of an asset. */
export type FileRef = Pick<Asset, 'id' | 'updatedAt'>

export function fileUrls({ baseUrl }: Calls): FileUrls {
  return {
    thumbnailUrl: ({ id, updatedAt: v }, { format } = {}) =>
      urlOf(baseUrl, 'getAssetThumbnail', { id, query: { format, v } }),
    fileUrl: ({ id, updatedAt: v }) => urlOf(baseUrl, 'serveFile', { id, query: { v } }),
    downloadUrl: ({ id, updatedAt: v }) => urlOf(baseUrl, 'downloadFile', { id, query: { v } }),
  }
}
