import type { Calls } from '../calls.js'
import type { CallOptions } from '../options.js'
import type { List } from '../pages.js'
import type { Reply } from '../reply.js'
import type {
  Asset,
  AssetFilter,
  AssetStatistics,
  AssetStatisticsFilter,
  TimeBucket,
  TimeBucketFilter,
  TimelineFilter,
} from '../types/index.js'

export interface AssetOperations {
  /** The caller's own assets, newest first: `for await (const asset of client.getAllAssets({ isFavorite: true }))`. */
  getAllAssets(filter?: AssetFilter, options?: CallOptions): List<Asset>
  /** How many assets the caller has. */
  getAssetStatistics(filter?: AssetStatisticsFilter, options?: CallOptions): Reply<AssetStatistics>
  /** The days or months in which assets were taken, newest first, with the number of their assets. */
  getTimeBuckets(timeline: TimelineFilter, options?: CallOptions): Reply<TimeBucket[]>
  /** The assets of a day or month, newest first. */
  getTimeBucket(timeline: TimeBucketFilter, options?: CallOptions): Reply<Asset[]>
  /** An asset that the caller owns, or sees by an album that holds it. */
  getAssetInfo(assetId: string, options?: CallOptions): Reply<Asset>
}

export function assetOperations({ read, list }: Calls): AssetOperations {
  return {
    getAllAssets: (filter, options) => list('getAllAssets', { query: filter }, options),
    getAssetStatistics: (query, options) => read('getAssetStatistics', { query }, options),
    getTimeBuckets: (query, options) => read('getTimeBuckets', { query }, options),
    getTimeBucket: (query, options) => read('getTimeBucket', { query }, options),
    getAssetInfo: (id, options) => read('getAssetInfo', { id }, options),
  }
}
