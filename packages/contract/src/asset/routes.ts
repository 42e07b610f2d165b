import * as z from 'zod'
import { IfNoneMatch } from '../route/headers.js'
import { KIB, LIST_OF_IDS, type RouteMetadata } from '../route/metadata.js'
import { Id } from '../route/primitives.js'
import { always, withBody, withId, withKey } from '../route/responses.js'
import { c, mounted } from '../route/router.js'
import { DeleteAssets, UpdateAsset, UpdateAssets } from './changes.js'
import { Memory, MemoryDay, RandomAssets } from './memories.js'
import { AssetFilter, AssetStatisticsFilter, AssetView, TimeBucketFilter, TimelineFilter } from './queries.js'
import { Asset } from './schemas.js'
import { AssetStatistics, TimeBucket } from './timeline.js'

/** The operations that find, read, change and delete assets. A fixed path precedes a path with an id in the same place. */
export const asset = c.router(
  {
    getAllAssets: {
      method: 'GET',
      path: '/asset',
      summary: "List the caller's own assets",
      description:
        "Returns all of the caller's own assets, newest first, those in the trash with `isTrashed` included. " +
        '`take` and `skip` count from the currently first asset, so an asset added between two requests shifts the others.',
      query: AssetFilter,
      headers: { 'if-none-match': IfNoneMatch.optional() },
      responses: {
        200: z.array(Asset).describe('The assets, newest first.'),
        304: c.noBody(),
        ...always,
        ...withKey,
        ...withId,
      },
      metadata: { permission: 'asset.read', answers: ['etag', 'pages'] } satisfies RouteMetadata,
    },
    getAssetStatistics: {
      method: 'GET',
      path: '/asset/statistics',
      summary: "Count the caller's own assets",
      description: "Counts the caller's own images, videos and assets of all types.",
      query: AssetStatisticsFilter,
      responses: { 200: AssetStatistics, ...always, ...withKey },
      metadata: { permission: 'asset.read' } satisfies RouteMetadata,
    },
    getTimeBuckets: {
      method: 'GET',
      path: '/asset/time-buckets',
      summary: 'Count assets by day or month',
      description:
        'Returns the days or months in which assets were taken, newest first, each with the number of its assets.',
      query: TimelineFilter,
      headers: { 'if-none-match': IfNoneMatch.optional() },
      responses: {
        200: z.array(TimeBucket).describe('The buckets with at least one asset, newest first.'),
        304: c.noBody(),
        ...always,
        ...withKey,
        ...withId,
      },
      metadata: { permission: 'asset.read', visitor: 'look', answers: ['etag'] } satisfies RouteMetadata,
    },
    getTimeBucket: {
      method: 'GET',
      path: '/asset/time-bucket',
      summary: 'List the assets of a day or month',
      description: 'Returns all assets of a bucket of getTimeBuckets, newest first. It takes the same parameters.',
      query: TimeBucketFilter,
      responses: {
        200: z.array(Asset).describe('The assets, newest first.'),
        ...always,
        ...withKey,
        ...withId,
      },
      metadata: { permission: 'asset.read', visitor: 'look' } satisfies RouteMetadata,
    },
    getMemoryLane: {
      method: 'GET',
      path: '/asset/memory-lane',
      summary: 'List what was taken on a day of earlier years',
      description:
        "Returns the caller's own assets that were taken on this day and month of each earlier year, the last year first, up to " +
        '1,000 assets. Archived assets are left out. It is empty for a user whose `memoriesEnabled` is false.',
      query: MemoryDay,
      responses: { 200: z.array(Memory).describe('The years, the last one first.'), ...always, ...withKey },
      metadata: { permission: 'asset.read' } satisfies RouteMetadata,
    },
    getRandom: {
      method: 'GET',
      path: '/asset/random',
      summary: 'List assets at random',
      description: "Returns some of the caller's own assets, chosen at random.",
      query: RandomAssets,
      responses: { 200: z.array(Asset).describe('The assets, newest first.'), ...always, ...withKey },
      metadata: { permission: 'asset.read' } satisfies RouteMetadata,
    },
    getAssetInfo: {
      method: 'GET',
      path: '/asset/:id',
      summary: 'Read an asset',
      description: 'Returns an asset, to its owner and to users who may see an album that contains it.',
      pathParams: z.object({ id: Id }),
      query: AssetView,
      responses: { 200: Asset, ...always, ...withKey, ...withId },
      metadata: { permission: 'asset.read', visitor: 'look' } satisfies RouteMetadata,
    },
    updateAssets: {
      method: 'PUT',
      path: '/asset',
      summary: 'Change assets',
      description:
        "Makes the same changes to several assets of the caller. If any of the ids is not the caller's, " +
        'nothing is written.',
      body: UpdateAssets,
      responses: { 204: c.noBody(), ...always, ...withBody, ...withKey },
      metadata: {
        permission: 'asset.update',
        bodyLimit: LIST_OF_IDS + KIB,
        problems: ['unusable_ids'],
      } satisfies RouteMetadata,
    },
    updateAsset: {
      method: 'PUT',
      path: '/asset/:id',
      summary: 'Change an asset',
      description: "Changes an asset of the caller, and returns it. The service does not write into the asset's file.",
      pathParams: z.object({ id: Id }),
      body: UpdateAsset,
      responses: { 200: Asset, ...always, ...withBody, ...withKey, ...withId },
      metadata: { permission: 'asset.update', bodyLimit: 128 * KIB } satisfies RouteMetadata,
    },
    deleteAssets: {
      method: 'DELETE',
      path: '/asset',
      summary: 'Delete assets',
      description:
        'Moves assets of the caller to the trash, or deletes them for good. The trash keeps their places in ' +
        'albums, their tags and their files, and is emptied after the `trashDays` of getServerConfig. Uploaded ' +
        'files that are deleted for good are removed. Imported files are never touched, and are not imported ' +
        'again.',
      body: DeleteAssets,
      responses: { 204: c.noBody(), ...always, ...withBody, ...withKey },
      metadata: {
        permission: 'asset.delete',
        bodyLimit: LIST_OF_IDS + KIB,
        problems: ['unusable_ids'],
      } satisfies RouteMetadata,
    },
  },
  mounted,
)
