import * as z from 'zod'
import { examples, sample } from './example.js'
import { Ids } from './primitives.js'

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
