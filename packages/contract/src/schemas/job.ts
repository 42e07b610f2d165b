import * as z from 'zod'
import { Ids } from './primitives.js'

/** What can be done to an asset. */
export const JobName = z.enum(['regenerate-thumbnail', 'refresh-metadata', 'transcode-video'])
export type JobName = z.infer<typeof JobName>

/** The body of runAssetJobs. */
export const RunAssetJobs = z.strictObject({
  assetIds: Ids.describe("The caller's own assets."),
  name: JobName,
})
export type RunAssetJobs = z.infer<typeof RunAssetJobs>
