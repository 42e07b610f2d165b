import type { api } from '@media-library/contract'

// downloadFile has no method here: its file comes by a link, which downloadOriginal answers.
type Contract = Omit<typeof api, 'downloadFile'>

/** What a call needs to know of the contract, which would bring its schemas along. */
export const routes = {
  createAlbum: { method: 'POST', path: '/api/album', success: 201 },
  addUsersToAlbum: { method: 'PUT', path: '/api/album/:id/users', success: 200 },
  getTagAssets: { method: 'GET', path: '/api/tag/:id/assets', success: 200 },
  runAssetJobs: { method: 'POST', path: '/api/asset/jobs', success: 204 },
  generateOAuthConfig: { method: 'POST', path: '/api/oauth/config', success: 201 },
  authorize: { method: 'POST', path: '/api/oauth/authorize', success: 201 },
  callback: { method: 'POST', path: '/api/oauth/callback', success: 201 },
  signInWithKey: { method: 'POST', path: '/api/auth/key', success: 201 },
  signInWithCode: { method: 'POST', path: '/api/auth/code', success: 201 },
  logout: { method: 'POST', path: '/api/auth/logout', success: 200 },
  features: { method: 'GET', path: '/api/server-info/features', success: 200 },
  getAllTags: { method: 'GET', path: '/api/tag', success: 200 },
  getTagById: { method: 'GET', path: '/api/tag/:id', success: 200 },
  getAllUsers: { method: 'GET', path: '/api/user', success: 200 },
  getMyUserInfo: { method: 'GET', path: '/api/user/me', success: 200 },
  getAllAlbums: { method: 'GET', path: '/api/album', success: 200 },
  getAlbumInfo: { method: 'GET', path: '/api/album/:id', success: 200 },
  uploadFile: { method: 'POST', path: '/api/asset/upload', success: 200 },
  checkBulkUpload: { method: 'POST', path: '/api/asset/bulk-upload-check', success: 200 },
  getAllAssets: { method: 'GET', path: '/api/asset', success: 200 },
  getAssetStatistics: { method: 'GET', path: '/api/asset/statistics', success: 200 },
  getTimeBuckets: { method: 'GET', path: '/api/asset/time-buckets', success: 200 },
  getTimeBucket: { method: 'GET', path: '/api/asset/time-bucket', success: 200 },
  getAssetInfo: { method: 'GET', path: '/api/asset/:id', success: 200 },
  getServerVersion: { method: 'GET', path: '/api/server-info/version', success: 200 },
  pingServer: { method: 'GET', path: '/api/server-info/ping', success: 200 },
  getServerConfig: { method: 'GET', path: '/api/server-info/config', success: 200 },
  getSupportedMediaTypes: { method: 'GET', path: '/api/server-info/media-types', success: 200 },
  getAssetJobs: { method: 'GET', path: '/api/asset/jobs', success: 200 },
  getJobCounts: { method: 'GET', path: '/api/asset/jobs/counts', success: 200 },
  getAssetThumbnail: { method: 'GET', path: '/api/asset/thumbnail/:id', success: 200 },
  serveFile: { method: 'GET', path: '/api/asset/file/:id', success: 200 },
  listenToEvents: { method: 'GET', path: '/api/events', success: 200 },
  downloadOriginal: { method: 'GET', path: '/api/download/asset/:id', success: 200 },
  updateAlbumInfo: { method: 'PATCH', path: '/api/album/:id', success: 200 },
  createTag: { method: 'POST', path: '/api/tag', success: 201 },
  updateTag: { method: 'PATCH', path: '/api/tag/:id', success: 200 },
  deleteTag: { method: 'DELETE', path: '/api/tag/:id', success: 204 },
  tagAssets: { method: 'PUT', path: '/api/tag/:id/assets', success: 200 },
  untagAssets: { method: 'DELETE', path: '/api/tag/:id/assets', success: 200 },
  addAssetsToAlbum: { method: 'PUT', path: '/api/album/:id/assets', success: 200 },
  removeAssetFromAlbum: { method: 'DELETE', path: '/api/album/:id/assets', success: 200 },
} as const satisfies {
  [Name in keyof Contract]: {
    method: Contract[Name]['method']
    path: Contract[Name]['path']
    success: keyof Contract[Name]['responses']
  }
}

/** The name of an operation. */
export type Operation = keyof typeof routes
