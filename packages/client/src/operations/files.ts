import type { Asset, FileView, ThumbnailView } from '@media-library/contract/schemas'
import type { Calls } from '../calls.js'
import type { FileOptions } from '../options.js'
import { urlOf } from '../request.js'

export interface FileOperations {
  /** The thumbnail of an asset, or its preview with `format: 'JPEG'`: `await (await …).blob()`, or read its `body` as it comes. */
  getAssetThumbnail(assetId: string, view?: ThumbnailView, options?: FileOptions): Promise<Response>
  /** The file of an asset in a form that browsers show. */
  serveFile(assetId: string, view?: FileView, options?: FileOptions): Promise<Response>
  /** The original of an asset. */
  downloadOriginal(assetId: string, options?: FileOptions): Promise<Response>
  /** Where the thumbnail of an asset is, for pages that are signed in; a browser keeps it until the asset changes. */
  thumbnailUrl(asset: FileRef, view?: Pick<ThumbnailView, 'format'>): string
}

/** What of an asset names its files as they are. */
export type FileRef = Pick<Asset, 'id' | 'updatedAt'>

export function fileOperations({ load, baseUrl }: Calls): FileOperations {
  return {
    getAssetThumbnail: (id, query, options) => load('getAssetThumbnail', { id, query }, options),
    serveFile: (id, query, options) => load('serveFile', { id, query }, options),
    downloadOriginal: (id, options) => load('downloadOriginal', { id }, options),
    thumbnailUrl: ({ id, updatedAt }, { format } = {}) =>
      urlOf(baseUrl, 'getAssetThumbnail', { id, query: { format, v: updatedAt } }),
  }
}
