// Written by scripts/write-types.ts from the schemas of the contract. Do not edit it: run `pnpm types`.

/** The filters of a list of the caller's own assets. */
export interface AssetFilter {
  /** The size of a page; the answer names the next in `Link`. The whole list when left out. */
  limit?: number | undefined
  /** The start of the page, from the `Link` of the previous page. */
  cursor?: string | undefined
  /** `true` for only archived assets, `false` for only the others; both by default. */
  isArchived?: boolean | undefined
  /** `true` for only favourites, `false` for only the others; both by default. */
  isFavorite?: boolean | undefined
  /** Only assets with this `updatedAt` or a later one. */
  updatedAfter?: string | undefined
  /** Only assets with this `updatedAt` or an earlier one. */
  updatedBefore?: string | undefined
  /** The maximum number of assets. Prefer `limit` and `cursor`, which never miss one. */
  take?: number | undefined
  /** How many of the first assets to skip. Prefer `cursor`, which is faster. */
  skip?: number | undefined
  /** The id of the caller. Any other id gets 404. */
  userId?: string | undefined
}

/** `desc`: newest first. */
export type AssetOrder = 'asc' | 'desc'

/** The filters of a count of the caller's own assets. */
export interface AssetStatisticsFilter {
  /** `true` for only archived assets, `false` for only the others; both by default. */
  isArchived?: boolean | undefined
  /** `true` for only favourites, `false` for only the others; both by default. */
  isFavorite?: boolean | undefined
  /** `true` for only what is in the trash of the caller, which is not listed by default. */
  isTrashed?: boolean | undefined
}

/** The query of getAssetInfo. */
export interface AssetView {
  /** Has no effect: there are no share links. */
  key?: string | undefined
}

/** The query of getTimeBucket. */
export interface TimeBucketFilter extends TimelineFilter {
  /** The bucket that contains this time, such as a `timeBucket` of getTimeBuckets. */
  timeBucket: string
}

/** The length of a bucket. */
export type TimeBucketSize = 'DAY' | 'MONTH'

/** The query of getTimeBuckets. */
export interface TimelineFilter extends AssetStatisticsFilter {
  /** Days or months. */
  size: TimeBucketSize
  /** An album that the caller may see; by default, the caller's own assets. */
  albumId?: string | undefined
  /** `desc` by default. */
  order?: AssetOrder | undefined
  /** Only assets that show this person of the caller. */
  personId?: string | undefined
  /** The id of the caller. Any other id gets 404. */
  userId?: string | undefined
  /** Has no effect: there are no partners. */
  withPartners?: boolean | undefined
  /** `true` for only the primary asset of each stack. */
  withStacked?: boolean | undefined
  /** Has no effect: there are no share links. */
  key?: string | undefined
}
