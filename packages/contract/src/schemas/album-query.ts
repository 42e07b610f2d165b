import * as z from 'zod'
import { Page } from './page.js'
import { Id } from './primitives.js'
import { flag, shareKey } from './query.js'

/** Which albums to list; without a filter those that the caller owns. */
export const AlbumFilter = Page.extend({
  shared: flag()
    .optional()
    .describe(
      '`true`: those that the caller shares or that are shared with the caller; `false`: own ones that are not shared.',
    ),
  assetId: Id.optional().describe('Those that hold this asset, among all that the caller may see.'),
})
export type AlbumFilter = z.infer<typeof AlbumFilter>

/** How much of an album to answer. */
export const AlbumView = z.strictObject({
  withoutAssets: flag().optional().describe('`true`: `assets` is `[]`, and `assetCount` is still the true number.'),
  key: shareKey,
})
export type AlbumView = z.infer<typeof AlbumView>
