import { initContract } from '@ts-rest/core'
import * as z from 'zod'
import type { RouteMetadata } from '../contract.js'
import { always, withKey } from '../responses.js'
import { AssetJob, AssetJobCounts, AssetJobFilter } from '../schemas/job.js'
import { mounted } from './mounted.js'

const c = initContract()

/** Tells how the jobs of runAssetJobs ended. */
export const jobs = c.router(
  {
    getAssetJobs: {
      method: 'GET',
      path: '/asset/jobs',
      summary: 'Read how jobs stand',
      description:
        "The records of the jobs of the caller's own assets, one for each asset and name, newest asset first, then by " +
        'name; at most 1,000 at a time, and `Link` names the next page. Ids that are not those of own assets have no records.',
      query: AssetJobFilter,
      responses: {
        200: z.array(AssetJob).describe('The records, newest asset first, then by name.'),
        ...always,
        ...withKey,
      },
      metadata: { permission: 'asset.job' } satisfies RouteMetadata,
    },
    getJobCounts: {
      method: 'GET',
      path: '/asset/jobs/counts',
      summary: 'Count jobs',
      description: "How many jobs of the caller's own assets are in each state, by name.",
      responses: { 200: AssetJobCounts, ...always, ...withKey },
      metadata: { permission: 'asset.job' } satisfies RouteMetadata,
    },
  },
  mounted,
)
