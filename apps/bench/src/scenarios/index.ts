import { bucketScenarios } from '../files/buckets.js'
import { filePartScenarios } from '../files/file-parts.js'
import { sendFilesScenarios } from '../files/send-files.js'
import { uploadScenarios } from '../files/upload-file.js'
import { uploadPartScenarios } from '../files/upload-parts.js'
import type { Scenario } from '../scenario.js'
import { addUsersScenarios } from './add-users-to-album.js'
import { changeAssetsScenarios } from './change-assets.js'
import { createAlbumScenarios } from './create-album.js'
import { drainJobs } from './drain.js'
import { enqueueJobs } from './enqueue.js'
import { eventScenarios } from './events.js'
import { oauthConfigOff, oauthConfigOn } from './generate-oauth-config.js'
import { getTagAssetsScenarios } from './get-tag-assets.js'
import { httpPartScenarios } from './http-parts.js'
import { importFiles } from './import-files.js'
import { lookUpScenarios } from './look-ups.js'
import { metadata } from './metadata.js'
import { queryScenarios } from './queries.js'
import { runAssetJobsScenarios } from './run-asset-jobs.js'
import { serverScenarios } from './servers.js'
import { thumbnails } from './thumbnails.js'

/** All scenarios, in the order in which they run. */
export const scenarios: Scenario[] = [
  thumbnails,
  metadata,
  importFiles,
  enqueueJobs,
  drainJobs,
  ...createAlbumScenarios,
  ...addUsersScenarios,
  ...getTagAssetsScenarios,
  ...changeAssetsScenarios,
  ...runAssetJobsScenarios,
  ...serverScenarios,
  ...eventScenarios,
  ...sendFilesScenarios,
  ...uploadScenarios,
  ...uploadPartScenarios,
  ...filePartScenarios,
  ...bucketScenarios,
  oauthConfigOff,
  oauthConfigOn,
  ...httpPartScenarios,
  ...queryScenarios,
  ...lookUpScenarios,
]
