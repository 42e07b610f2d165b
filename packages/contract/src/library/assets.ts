import { initContract } from '@ts-rest/core'
import * as z from 'zod'
import type { RouteMetadata } from '../contract.js'
import { always, withId, withKey } from '../responses.js'
import { Asset } from '../schemas/asset.js'
import {
  AssetFilter,
  AssetStatisticsFilter,
  AssetView,
  TimeBucketFilter,
  TimelineFilter,
} from '../schemas/asset-query.js'
import { IfNoneMatch } from '../schemas/headers.js'
import { Id } from '../schemas/primitives.js'
import { AssetStatistics, TimeBucket } from '../schemas/timeline.js'
import { mounted } from './mounted.js'

const c = initContract()

/** Finds the id of an asset, and shows what it is. A fixed path stands before one that takes an id in its place. */
export const assets = c.router(
  {
    getAllAssets: {
      method: 'GET',
      path: '/asset',
      summary: "List the caller's own assets",
      description:
        "All of the caller's own assets, newest first; a page of them with `limit`, and `Link` names the next. " +
        '`take` and `skip` count from the first asset of the moment, so an asset that is added meanwhile moves the others.',
      query: AssetFilter,
      headers: { 'if-none-match': IfNoneMatch.optional() },
      responses: {
        200: z.array(Asset).describe('The assets, newest first.'),
        304: c.noBody(),
        ...always,
        ...withKey,
        ...withId,
      },
      metadata: { permission: 'asset.read' } satisfies RouteMetadata,
    },
    getAssetStatistics: {
      method: 'GET',
      path: '/asset/statistics',
      summary: "Count the caller's own assets",
      description: "How many of the caller's own assets are images or videos, and how many there are in all.",
      query: AssetStatisticsFilter,
      responses: { 200: AssetStatistics, ...always, ...withKey },
      metadata: { permission: 'asset.read' } satisfies RouteMetadata,
    },
    getTimeBuckets: {
      method: 'GET',
      path: '/asset/time-buckets',
      summary: 'Count assets by day or month',
      description: 'The days or months in which assets were taken, newest first, each with the number of its assets.',
      query: TimelineFilter,
      responses: {
        200: z.array(TimeBucket).describe('The buckets that hold anything, newest first.'),
        ...always,
        ...withKey,
        ...withId,
      },
      metadata: { permission: 'asset.read' } satisfies RouteMetadata,
    },
    getTimeBucket: {
      method: 'GET',
      path: '/asset/time-bucket',
      summary: 'List the assets of a day or month',
      description: 'All assets that were taken in a bucket of getTimeBuckets, with the same parameters, newest first.',
      query: TimeBucketFilter,
      responses: {
        200: z.array(Asset).describe('The assets, newest first.'),
        ...always,
        ...withKey,
        ...withId,
      },
      metadata: { permission: 'asset.read' } satisfies RouteMetadata,
    },
    getAssetInfo: {
      method: 'GET',
      path: '/asset/:id',
      summary: 'Read an asset',
      description: 'An asset, for its owner and for whoever may see an album that holds it.',
      pathParams: z.object({ id: Id }),
      query: AssetView,
      responses: { 200: Asset, ...always, ...withKey, ...withId },
      metadata: { permission: 'asset.read' } satisfies RouteMetadata,
    },
  },
  mounted,
)
