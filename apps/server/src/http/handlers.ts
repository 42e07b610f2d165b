import type { api } from '@media-library/contract'
import { addAssetsToAlbum } from '../albums/add-assets-to-album.js'
import { addUsersToAlbum } from '../albums/add-users-to-album.js'
import { createAlbum } from '../albums/create-album.js'
import { deleteAlbum } from '../albums/delete-album.js'
import { getAlbumInfo } from '../albums/get-album-info.js'
import { getAlbumCount, getAllAlbums } from '../albums/get-all-albums.js'
import { removeAssetFromAlbum } from '../albums/remove-asset-from-album.js'
import { removeUserFromAlbum } from '../albums/remove-user-from-album.js'
import { updateAlbumInfo } from '../albums/update-album-info.js'
import type { Handler } from '../answers/handler.js'
import { deleteAssets, emptyTrash, restoreAssets, restoreTrash } from '../asset-changes/delete-and-restore.js'
import { updateAsset } from '../asset-changes/update-asset.js'
import { updateAssets } from '../asset-changes/update-assets.js'
import { downloadFile, downloadOriginal } from '../assets/files/download.js'
import { downloadArchive } from '../assets/files/download-archive.js'
import { getDownloadInfo } from '../assets/files/get-download-info.js'
import { getAssetThumbnail, serveFile } from '../assets/files/serve-file.js'
import { getAllAssets } from '../assets/get-all-assets.js'
import { getAssetInfo } from '../assets/get-asset-info.js'
import { getAssetStatistics } from '../assets/get-asset-statistics.js'
import { getTimeBucket, getTimeBuckets } from '../assets/get-time-buckets.js'
import type { ServerContext } from '../context.js'
import { listenToEvents } from '../events/listen-to-events.js'
import { getAssetJobs, getJobCounts } from '../jobs/get-asset-jobs.js'
import { runAssetJobs } from '../jobs/run-asset-jobs.js'
import {
  features,
  getServerConfig,
  getServerVersion,
  getSupportedMediaTypes,
  pingServer,
} from '../server-info/server-info.js'
import { authorize, generateOAuthConfig } from '../sign-in/begin-sign-in.js'
import { callback } from '../sign-in/callback.js'
import { getAuthDevices } from '../sign-in/get-auth-devices.js'
import { logout, logoutAuthDevice, logoutAuthDevices } from '../sign-in/logout.js'
import { signInWithCode } from '../sign-in/sign-in-with-code.js'
import { signInWithKey } from '../sign-in/sign-in-with-key.js'
import { createTag } from '../tags/create-tag.js'
import { deleteTag } from '../tags/delete-tag.js'
import { getTagAssets } from '../tags/get-tag-assets.js'
import { getAllTags, getTagById } from '../tags/get-tags.js'
import { tagAssets, untagAssets } from '../tags/tag-assets.js'
import { updateTag } from '../tags/update-tag.js'
import { checkBulkUpload } from '../uploads/check-bulk-upload.js'
import { uploadFile } from '../uploads/upload-file.js'
import { getAllUsers, getMyUserInfo } from '../users/get-users.js'
import { createApiKey, deleteApiKey, getApiKey, getApiKeys, updateApiKey } from '../users/own-api-keys.js'

/** The handler of every operation. */
export type Handlers = { [Name in keyof typeof api]: ReturnType<Handler<Name>> }

/** Creates the handlers from the context. */
export function createHandlers(context: ServerContext): Handlers {
  return {
    createAlbum: createAlbum(context),
    addUsersToAlbum: addUsersToAlbum(context),
    getTagAssets: getTagAssets(context),
    runAssetJobs: runAssetJobs(context),
    generateOAuthConfig: generateOAuthConfig(context),
    getAssetThumbnail: getAssetThumbnail(context),
    serveFile: serveFile(context),
    downloadFile: downloadFile(context),
    downloadOriginal: downloadOriginal(context),
    getDownloadInfo: getDownloadInfo(context),
    downloadArchive: downloadArchive(context),
    uploadFile: uploadFile(context),
    checkBulkUpload: checkBulkUpload(context),
    getAssetJobs: getAssetJobs(context),
    getJobCounts: getJobCounts(context),
    authorize: authorize(context),
    callback: callback(context),
    signInWithKey: signInWithKey(context),
    signInWithCode: signInWithCode(context),
    logout: logout(context),
    getAuthDevices: getAuthDevices(context),
    logoutAuthDevices: logoutAuthDevices(context),
    logoutAuthDevice: logoutAuthDevice(context),
    getApiKeys: getApiKeys(context),
    createApiKey: createApiKey(context),
    getApiKey: getApiKey(context),
    updateApiKey: updateApiKey(context),
    deleteApiKey: deleteApiKey(context),
    features: features(context),
    getAllTags: getAllTags(context),
    getTagById: getTagById(context),
    getAllUsers: getAllUsers(context),
    getMyUserInfo: getMyUserInfo(context),
    getAllAlbums: getAllAlbums(context),
    getAlbumCount: getAlbumCount(context),
    getAlbumInfo: getAlbumInfo(context),
    updateAlbumInfo: updateAlbumInfo(context),
    deleteAlbum: deleteAlbum(context),
    removeUserFromAlbum: removeUserFromAlbum(context),
    createTag: createTag(context),
    updateTag: updateTag(context),
    deleteTag: deleteTag(context),
    tagAssets: tagAssets(context),
    untagAssets: untagAssets(context),
    addAssetsToAlbum: addAssetsToAlbum(context),
    removeAssetFromAlbum: removeAssetFromAlbum(context),
    getAllAssets: getAllAssets(context),
    getAssetStatistics: getAssetStatistics(context),
    getTimeBuckets: getTimeBuckets(context),
    getTimeBucket: getTimeBucket(context),
    getAssetInfo: getAssetInfo(context),
    updateAssets: updateAssets(context),
    updateAsset: updateAsset(context),
    deleteAssets: deleteAssets(context),
    emptyTrash: emptyTrash(context),
    restoreTrash: restoreTrash(context),
    restoreAssets: restoreAssets(context),
    listenToEvents: listenToEvents(context),
    getServerVersion: getServerVersion(context),
    pingServer: pingServer(context),
    getServerConfig: getServerConfig(context),
    getSupportedMediaTypes: getSupportedMediaTypes(context),
  }
}
