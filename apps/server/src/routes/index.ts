import type { served } from '@media-library/contract'
import type { Context } from '../context.js'
import { addUsersToAlbum } from './add-users-to-album.js'
import { createAlbum } from './create-album.js'
import { generateOAuthConfig } from './generate-oauth-config.js'
import { getTagAssets } from './get-tag-assets.js'
import { runAssetJobs } from './run-asset-jobs.js'
import { authorize } from './sign-in/authorize.js'
import { callback } from './sign-in/callback.js'
import { features } from './sign-in/features.js'
import { logout } from './sign-in/logout.js'

/** The handler of every operation, and of what signs users in. */
export const createRoutes = (context: Context) =>
  ({
    createAlbum: createAlbum(context),
    addUsersToAlbum: addUsersToAlbum(context),
    getTagAssets: getTagAssets(context),
    runAssetJobs: runAssetJobs(context),
    generateOAuthConfig: generateOAuthConfig(context),
    authorize: authorize(context),
    callback: callback(context),
    logout: logout(context),
    features: features(context),
  }) satisfies Record<keyof typeof served, unknown>
