// Written by scripts/write-types.ts from the schemas of the contract. Do not edit it: run `pnpm types`.

/** What came of one asset. */
export interface AssetIdResult {
  /** The id that was given. */
  assetId: string
  /** Whether this id changed something. */
  success: boolean
  /**
   * Why not. `duplicate`: it has the tag already, or stands earlier in the list. `not_found`: the caller has no such
   * asset, or it does not have the tag.
   */
  error?: 'duplicate' | 'not_found' | undefined
}

/** Assets: those to tag, to take a tag off, or to download. */
export interface AssetIds {
  /** The ids of assets, at most 100,000. */
  assetIds: string[]
}

/** What came of one id. */
export interface BulkIdResult {
  /** The id that was given. */
  id: string
  /** Whether this id changed something. */
  success: boolean
  /**
   * Why not. `duplicate`: it was there already, or stands earlier in the list. `not_found`: there is no such asset that
   * the caller may use, or it is not there to be removed. `no_permission`: the caller sees it there, but only its
   * owner and the album's may remove it.
   */
  error?: 'duplicate' | 'no_permission' | 'not_found' | undefined
}

/** Assets: those to add to an album, to remove from it, or to restore. */
export interface BulkIds {
  /** The ids of assets, at most 100,000. */
  ids: string[]
}

/** The page of a list; the whole list without `limit`. */
export interface Page {
  /** The size of a page; the answer names the next in `Link`. The whole list when left out. */
  limit?: number | undefined
  /** The start of the page, from the `Link` of the previous page. */
  cursor?: string | undefined
}

/** What programs written for Immich may send. */
export interface ShareKey {
  /** Has no effect: there are no share links. */
  key?: string | undefined
}
