// Written by scripts/write-types.ts from the schemas of the contract. Do not edit it: run `pnpm openapi`.

/** The filters of a list of albums. Without one, it has the caller's own albums. */
export interface AlbumFilter {
  /** The maximum number of entries. */
  limit?: number | undefined
  /** The start of the page, from the `Link` of the previous page. */
  cursor?: string | undefined
  /** `true` for albums that the caller shares or that are shared with the caller; `false` for own albums that are not shared. */
  shared?: boolean | undefined
  /** Only albums that contain this asset, among all that the caller may see. */
  assetId?: string | undefined
}

/** The query of getAlbumInfo. */
export interface AlbumView {
  /** `true` leaves `assets` empty. `assetCount` is still correct. */
  withoutAssets?: boolean | undefined
  /** Has no effect: there are no share links. */
  key?: string | undefined
}
