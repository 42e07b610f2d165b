import type { Context } from '../context.js'
import { addUsersToAlbum } from './add-users-to-album.js'
import { createAlbum } from './create-album.js'
import { generateOAuthConfig } from './generate-oauth-config.js'
import { getTagAssets } from './get-tag-assets.js'
import { runAssetJobs } from './run-asset-jobs.js'

/** The handler of every operation in the contract. */
export const createRoutes = (context: Context) => ({
  createAlbum: createAlbum(context),
  addUsersToAlbum: addUsersToAlbum(context),
  getTagAssets: getTagAssets(context),
  runAssetJobs: runAssetJobs(context),
  generateOAuthConfig: generateOAuthConfig(context),
})
