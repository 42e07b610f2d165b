import * as z from 'zod'
import type { RouteMetadata } from '../route/metadata.js'
import { always, withKey } from '../route/responses.js'
import { c, mounted } from '../route/router.js'
import { AssetJob, AssetJobCounts, AssetJobFilter } from './schemas.js'

/** The operations that report the outcomes of the jobs of runAssetJobs. */
export const job = c.router(
  {
    getAssetJobs: {
      method: 'GET',
      path: '/asset/jobs',
      summary: 'List job records',
      description:
        "Returns the records of the jobs of the caller's own assets, one for each asset and job name, newest " +
        "asset first, then by name. The ids of other users' assets have no records.",
      query: AssetJobFilter,
      responses: {
        200: z.array(AssetJob).describe('The records, newest asset first, then by name.'),
        ...always,
        ...withKey,
      },
      metadata: { permission: 'asset.job', answers: ['pages'] } satisfies RouteMetadata,
    },
    getJobCounts: {
      method: 'GET',
      path: '/asset/jobs/counts',
      summary: 'Count jobs',
      description: "Counts the jobs of the caller's own assets by name and state.",
      responses: { 200: AssetJobCounts, ...always, ...withKey },
      metadata: { permission: 'asset.job' } satisfies RouteMetadata,
    },
  },
  mounted,
)
