import { bucketScenarios } from '../files/buckets.js'
import { uploadScenarios } from '../files/upload-file.js'
import type { Scenario } from '../scenario.js'
import { addUsersScenarios } from './add-users-to-album.js'
import { changeAssetsScenarios } from './change-assets.js'
import { createAlbumScenarios } from './create-album.js'
import { drainJobs } from './drain.js'
import { generateOAuthConfig } from './generate-oauth-config.js'
import { getTagAssetsScenarios } from './get-tag-assets.js'
import { importFiles } from './import-files.js'
import { metadata, thumbnails } from './photo-jobs.js'
import { queryScenarios } from './queries.js'
import { runAssetJobsScenarios } from './run-asset-jobs.js'

/** All scenarios, in the order in which they run. */
export const scenarios: Scenario[] = [
  thumbnails,
  metadata,
  importFiles,
  drainJobs,
  ...createAlbumScenarios,
  ...addUsersScenarios,
  ...getTagAssetsScenarios,
  ...changeAssetsScenarios,
  ...runAssetJobsScenarios,
  ...uploadScenarios,
  ...bucketScenarios,
  generateOAuthConfig,
  ...queryScenarios,
]
