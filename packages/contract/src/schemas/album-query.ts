import * as z from 'zod'
import { Page } from './page.js'
import { Id } from './primitives.js'
import { flag, shareKey } from './query.js'

export const AlbumFilter = Page.extend({
  shared: flag()
    .optional()
    .describe(
      '`true` for albums that the caller shares or that are shared with the caller; `false` for own albums that are not shared.',
    ),
  assetId: Id.optional().describe('Only albums that contain this asset, among all that the caller may see.'),
}).describe("The filters of a list of albums. Without one, it has the caller's own albums.")
export type AlbumFilter = z.infer<typeof AlbumFilter>

export const AlbumView = z
  .strictObject({
    withoutAssets: flag().optional().describe('`true` leaves `assets` empty. `assetCount` is still correct.'),
    key: shareKey,
  })
  .describe('The query of getAlbumInfo.')
export type AlbumView = z.infer<typeof AlbumView>
