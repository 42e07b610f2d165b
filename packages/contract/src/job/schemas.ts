import * as z from 'zod'
import { examples, sample } from '../route/example.js'
import type { Fields, NamedObject } from '../route/named-object.js'
import { Page } from '../route/page.js'
import { DateTime, Id, Ids } from '../route/primitives.js'

export const JobName = z
  .enum(['regenerate-thumbnail', 'refresh-metadata', 'transcode-video'])
  .describe('The name of a job.')
export type JobName = z.infer<typeof JobName>

const runAssetJobs = z
  .strictObject({
    assetIds: Ids.describe("The caller's own assets."),
    name: JobName.describe('The job to queue for each asset.'),
  })
  .describe('The body of runAssetJobs.')
  .register(examples, {
    example: { assetIds: [sample.photo], name: 'regenerate-thumbnail' },
  })
export interface RunAssetJobs extends Fields<typeof runAssetJobs> {}
export interface RunAssetJobsSchema extends NamedObject<typeof runAssetJobs, RunAssetJobs> {}
export const RunAssetJobs: RunAssetJobsSchema = runAssetJobs

export const JobState = z
  .enum(['queued', 'running', 'succeeded', 'skipped', 'failed'])
  .describe('The state of a job. The last three are final.')
export type JobState = z.infer<typeof JobState>

const assetJob = z
  .object({
    assetId: Id.describe('The id of the asset.'),
    name: JobName.describe('The name of the job.'),
    state: JobState.describe('The current or final state of the job.'),
    attempts: z.int().nonnegative().describe('The number of times that the job has started since it was requested.'),
    reason: z
      .string()
      .nullable()
      .describe(
        'The reason why the job was skipped or failed, or why its last attempt failed; for a job that ' +
          'succeeded, a warning. It is for people.',
      ),
    queuedAt: DateTime.describe('When the job was requested.'),
    startedAt: DateTime.nullable().describe('When the last attempt started.'),
    finishedAt: DateTime.nullable().describe('When the last attempt ended.'),
  })
  .describe('The record of a job: its current state for one asset and job name.')
  .register(examples, {
    example: {
      assetId: sample.photo,
      name: 'regenerate-thumbnail',
      state: 'failed',
      attempts: 3,
      reason: 'the file is missing; put it back, or import its folder again',
      queuedAt: '2024-07-20T10:00:00.000Z',
      startedAt: '2024-07-20T10:00:20.000Z',
      finishedAt: '2024-07-20T10:00:21.000Z',
    },
  })
export interface AssetJob extends Fields<typeof assetJob> {}
export interface AssetJobSchema extends NamedObject<typeof assetJob, AssetJob> {}
export const AssetJob: AssetJobSchema = assetJob

const count = z.int().nonnegative()

const JobStateCounts = z
  .object({
    queued: count.describe('Jobs that are queued.'),
    running: count.describe('Jobs that are running.'),
    succeeded: count.describe('Jobs that succeeded.'),
    skipped: count.describe('Jobs that had nothing to do.'),
    failed: count.describe('Jobs that failed and are not retried.'),
  })
  .describe('The number of jobs in each state.')

const assetJobCounts = z
  .object({
    'regenerate-thumbnail': JobStateCounts.describe('The jobs that create thumbnails and previews.'),
    'refresh-metadata': JobStateCounts.describe('The jobs that read the metadata of files.'),
    'transcode-video': JobStateCounts.describe('The jobs that make videos playable in browsers.'),
  } satisfies Record<JobName, unknown>)
  .describe('The number of jobs in each state, by name.')
  .register(examples, {
    example: {
      'regenerate-thumbnail': { queued: 0, running: 0, succeeded: 180, skipped: 0, failed: 1 },
      'refresh-metadata': { queued: 0, running: 0, succeeded: 181, skipped: 0, failed: 0 },
      'transcode-video': { queued: 0, running: 0, succeeded: 0, skipped: 0, failed: 0 },
    },
  })
export interface AssetJobCounts extends Fields<typeof assetJobCounts> {}
export interface AssetJobCountsSchema extends NamedObject<typeof assetJobCounts, AssetJobCounts> {}
export const AssetJobCounts: AssetJobCountsSchema = assetJobCounts

/** The maximum number of ids in a query. More would not fit into a request. */
const MAX_ASKED = 200

const assetJobFilter = Page.extend({
  limit: Page.shape.limit.describe(
    'The size of a page, 1,000 by default. The `Link` of the answer has the address of the next page.',
  ),
  assetId: z
    .union([Id.transform((id) => [id]), z.array(Id)])
    .pipe(z.array(Id).max(MAX_ASKED))
    .optional()
    .describe('Only records of this asset. The parameter may be repeated for up to 200 assets.'),
  name: JobName.optional().describe('Only jobs of this name.'),
  state: JobState.optional().describe('Only jobs in this state.'),
}).describe('The filters of a list of job records.')
export interface AssetJobFilter extends Fields<typeof assetJobFilter> {}
export interface AssetJobFilterSchema extends NamedObject<typeof assetJobFilter, AssetJobFilter> {}
export const AssetJobFilter: AssetJobFilterSchema = assetJobFilter
