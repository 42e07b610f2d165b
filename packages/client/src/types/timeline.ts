// Written by scripts/write-types.ts from the schemas of the contract. Do not edit it: run `pnpm types`.

/** The numbers of the caller's assets. */
export interface AssetStatistics {
  /** The number of assets of the type `IMAGE`. */
  images: number
  /** The number of assets of the type `VIDEO`. */
  videos: number
  /** The number of assets of all types. */
  total: number
}

/** A day or month, with the number of assets that were taken in it according to their `localDateTime`. */
export interface TimeBucket {
  /** The start of the day or month in the local time of the place of capture, written with `Z`. */
  timeBucket: string
  /** The number of its assets; at least 1. */
  count: number
}
