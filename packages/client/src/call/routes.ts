import type { api } from '@media-library/contract'

type Api = typeof api

/** downloadFile by POST, which neither links nor resumed downloads can use. */
type ByPost = 'downloadFileByPost'

/** The name of an operation. */
export type Operation = Exclude<keyof Api, ByPost>

/** What a call needs to know of the contract, which would bring its schemas along. */
export const routes = {
  createAlbum: { method: 'POST', path: '/api/album', success: 201 },
  addUsersToAlbum: { method: 'PUT', path: '/api/album/:id/users', success: 200 },
  getTagAssets: { method: 'GET', path: '/api/tag/:id/assets', success: 200 },
  runAssetJobs: { method: 'POST', path: '/api/asset/jobs', success: 204 },
  generateOAuthConfig: { method: 'POST', path: '/api/oauth/config', success: 201 },
  authorize: { method: 'POST', path: '/api/oauth/authorize', success: 201 },
  finishSignIn: { method: 'POST', path: '/api/oauth/callback', success: 201 },
  signInWithKey: { method: 'POST', path: '/api/auth/key', success: 201 },
  signInWithCode: { method: 'POST', path: '/api/auth/code', success: 201 },
  logout: { method: 'POST', path: '/api/auth/logout', success: 200 },
  getAuthDevices: { method: 'GET', path: '/api/auth/devices', success: 200 },
  logoutAuthDevices: { method: 'DELETE', path: '/api/auth/devices', success: 204 },
  logoutAuthDevice: { method: 'DELETE', path: '/api/auth/devices/:id', success: 204 },
  features: { method: 'GET', path: '/api/server-info/features', success: 200 },
  getApiKeys: { method: 'GET', path: '/api/api-key', success: 200 },
  createApiKey: { method: 'POST', path: '/api/api-key', success: 201 },
  getApiKey: { method: 'GET', path: '/api/api-key/:id', success: 200 },
  updateApiKey: { method: 'PUT', path: '/api/api-key/:id', success: 200 },
  deleteApiKey: { method: 'DELETE', path: '/api/api-key/:id', success: 204 },
  getAllTags: { method: 'GET', path: '/api/tag', success: 200 },
  getTagById: { method: 'GET', path: '/api/tag/:id', success: 200 },
  createTag: { method: 'POST', path: '/api/tag', success: 201 },
  updateTag: { method: 'PATCH', path: '/api/tag/:id', success: 200 },
  deleteTag: { method: 'DELETE', path: '/api/tag/:id', success: 204 },
  tagAssets: { method: 'PUT', path: '/api/tag/:id/assets', success: 200 },
  untagAssets: { method: 'DELETE', path: '/api/tag/:id/assets', success: 200 },
  getAllUsers: { method: 'GET', path: '/api/user', success: 200 },
  getMyUserInfo: { method: 'GET', path: '/api/user/me', success: 200 },
  getAllAlbums: { method: 'GET', path: '/api/album', success: 200 },
  getAlbumCount: { method: 'GET', path: '/api/album/count', success: 200 },
  getAlbumInfo: { method: 'GET', path: '/api/album/:id', success: 200 },
  updateAlbumInfo: { method: 'PATCH', path: '/api/album/:id', success: 200 },
  deleteAlbum: { method: 'DELETE', path: '/api/album/:id', success: 204 },
  removeUserFromAlbum: { method: 'DELETE', path: '/api/album/:id/user/:userId', success: 204 },
  addAssetsToAlbum: { method: 'PUT', path: '/api/album/:id/assets', success: 200 },
  removeAssetFromAlbum: { method: 'DELETE', path: '/api/album/:id/assets', success: 200 },
  getAssetJobs: { method: 'GET', path: '/api/asset/jobs', success: 200 },
  getJobCounts: { method: 'GET', path: '/api/asset/jobs/counts', success: 200 },
  uploadFile: { method: 'POST', path: '/api/asset/upload', success: 200 },
  checkBulkUpload: { method: 'POST', path: '/api/asset/bulk-upload-check', success: 200 },
  getAllAssets: { method: 'GET', path: '/api/asset', success: 200 },
  getAssetStatistics: { method: 'GET', path: '/api/asset/statistics', success: 200 },
  getTimeBuckets: { method: 'GET', path: '/api/asset/time-buckets', success: 200 },
  getTimeBucket: { method: 'GET', path: '/api/asset/time-bucket', success: 200 },
  getAssetInfo: { method: 'GET', path: '/api/asset/:id', success: 200 },
  updateAssets: { method: 'PUT', path: '/api/asset', success: 204 },
  updateAsset: { method: 'PUT', path: '/api/asset/:id', success: 200 },
  deleteAssets: { method: 'DELETE', path: '/api/asset', success: 204 },
  emptyTrash: { method: 'POST', path: '/api/trash/empty', success: 204 },
  restoreTrash: { method: 'POST', path: '/api/trash/restore', success: 204 },
  restoreAssets: { method: 'POST', path: '/api/trash/restore/assets', success: 204 },
  getAssetThumbnail: { method: 'GET', path: '/api/asset/thumbnail/:id', success: 200 },
  serveFile: { method: 'GET', path: '/api/asset/file/:id', success: 200 },
  downloadFile: { method: 'GET', path: '/api/download/asset/:id', success: 200 },
  getDownloadInfo: { method: 'POST', path: '/api/download/info', success: 201 },
  downloadArchive: { method: 'POST', path: '/api/download/archive', success: 200 },
  listenToEvents: { method: 'GET', path: '/api/events', success: 200 },
  getServerVersion: { method: 'GET', path: '/api/server-info/version', success: 200 },
  pingServer: { method: 'GET', path: '/api/server-info/ping', success: 200 },
  getServerConfig: { method: 'GET', path: '/api/server-info/config', success: 200 },
  getSupportedMediaTypes: { method: 'GET', path: '/api/server-info/media-types', success: 200 },
} as const satisfies {
  [Name in Operation]: { method: Api[Name]['method']; path: Api[Name]['path']; success: keyof Api[Name]['responses'] }
}
