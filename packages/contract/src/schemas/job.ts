import * as z from 'zod'
import { examples, sample } from './example.js'
import { Page } from './page.js'
import { DateTime, Id, Ids } from './primitives.js'

export const JobName = z
  .enum(['regenerate-thumbnail', 'refresh-metadata', 'transcode-video'])
  .describe('What can be done to an asset.')
export type JobName = z.infer<typeof JobName>

export const RunAssetJobs = z
  .strictObject({
    assetIds: Ids.describe("The caller's own assets."),
    name: JobName,
  })
  .describe('The body of runAssetJobs.')
  .register(examples, {
    example: { assetIds: [sample.photo], name: 'regenerate-thumbnail' },
  })
export type RunAssetJobs = z.infer<typeof RunAssetJobs>

export const JobState = z
  .enum(['queued', 'running', 'succeeded', 'skipped', 'failed'])
  .describe('How a job stands. The last three are its end.')
export type JobState = z.infer<typeof JobState>

export const AssetJob = z
  .object({
    assetId: Id,
    name: JobName,
    state: JobState,
    attempts: z.int().nonnegative().describe('How often it was started since it was asked for.'),
    reason: z.string().nullable().describe('Why it was skipped or failed, or why its last attempt did; for people.'),
    queuedAt: DateTime.describe('When it was asked for.'),
    startedAt: DateTime.nullable().describe('When its last attempt began.'),
    finishedAt: DateTime.nullable().describe('When its last attempt ended.'),
  })
  .describe('The record of one job name on one asset: how it stands, or how it last ended.')
  .register(examples, {
    example: {
      assetId: sample.photo,
      name: 'regenerate-thumbnail',
      state: 'failed',
      attempts: 3,
      reason: 'the file is gone; put it back, or import its folder again',
      queuedAt: '2024-07-20T10:00:00.000Z',
      startedAt: '2024-07-20T10:00:20.000Z',
      finishedAt: '2024-07-20T10:00:21.000Z',
    },
  })
export type AssetJob = z.infer<typeof AssetJob>

const count = z.int().nonnegative()

const JobStateCounts = z.object({ queued: count, running: count, succeeded: count, skipped: count, failed: count })

export const AssetJobCounts = z
  .object({
    'regenerate-thumbnail': JobStateCounts,
    'refresh-metadata': JobStateCounts,
    'transcode-video': JobStateCounts,
  } satisfies Record<JobName, unknown>)
  .describe('How many jobs are in each state, by name.')
  .register(examples, {
    example: {
      'regenerate-thumbnail': { queued: 0, running: 0, succeeded: 180, skipped: 0, failed: 1 },
      'refresh-metadata': { queued: 0, running: 0, succeeded: 181, skipped: 0, failed: 0 },
      'transcode-video': { queued: 0, running: 0, succeeded: 0, skipped: 0, failed: 0 },
    },
  })
export type AssetJobCounts = z.infer<typeof AssetJobCounts>

/** How many ids a query can name; a longer one does not fit into a request. */
const MAX_ASKED = 200

/** Which records of jobs to answer. */
export const AssetJobFilter = Page.extend({
  assetId: z
    .union([Id.transform((id) => [id]), z.array(Id)])
    .pipe(z.array(Id).max(MAX_ASKED))
    .optional()
    .describe('Only those of this asset; may be repeated for up to 200 assets.'),
  name: JobName.optional().describe('Only jobs of this name.'),
  state: JobState.optional().describe('Only jobs in this state.'),
})
export type AssetJobFilter = z.infer<typeof AssetJobFilter>
