import type { api, nouns } from '@media-library/contract'

type Api = typeof api

/** The downloadFile by POST, which supports neither links nor resumed downloads. */
type ByPost = 'downloadFileByPost'

/** Operations that only Immich's programs need: `searchMetadata` does what `search` does. */
type OfImmich = keyof (typeof nouns)['phone'] | 'search'

/** The name of an operation. */
export type Operation = Exclude<keyof Api, ByPost | OfImmich>

/** The name of the call: an operation, or `request` for a route that the client does not know. */
export type CallName = Operation | 'request'

/**
 * The method, path and success status of each operation. A call needs no more of the contract, whose schemas would
 * enlarge the bundle.
 */
export const routes = {
  createAlbum: 'POST /api/album 201',
  addUsersToAlbum: 'PUT /api/album/:id/users 200',
  getTagAssets: 'GET /api/tag/:id/assets 200',
  runAssetJobs: 'POST /api/asset/jobs 204',
  generateOAuthConfig: 'POST /api/oauth/config 201',
  authorize: 'POST /api/oauth/authorize 201',
  finishSignIn: 'POST /api/oauth/callback 201',
  signInWithKey: 'POST /api/auth/key 201',
  signInWithCode: 'POST /api/auth/code 201',
  login: 'POST /api/auth/login 201',
  changePassword: 'POST /api/auth/change-password 200',
  validateAccessToken: 'POST /api/auth/validateToken 200',
  signUpAdmin: 'POST /api/auth/admin-sign-up 201',
  getPasskeys: 'GET /api/auth/passkey 200',
  createPasskeyOptions: 'POST /api/auth/passkey/options 201',
  createPasskey: 'POST /api/auth/passkey 201',
  updatePasskey: 'PUT /api/auth/passkey/:id 200',
  deletePasskey: 'DELETE /api/auth/passkey/:id 204',
  createPasskeySignInOptions: 'POST /api/auth/passkey/sign-in/options 201',
  signInWithPasskey: 'POST /api/auth/passkey/sign-in 201',
  logout: 'POST /api/auth/logout 200',
  getAuthDevices: 'GET /api/auth/devices 200',
  logoutAuthDevices: 'DELETE /api/auth/devices 204',
  logoutAuthDevice: 'DELETE /api/auth/devices/:id 204',
  features: 'GET /api/server-info/features 200',
  getApiKeys: 'GET /api/api-key 200',
  createApiKey: 'POST /api/api-key 201',
  getApiKey: 'GET /api/api-key/:id 200',
  updateApiKey: 'PUT /api/api-key/:id 200',
  deleteApiKey: 'DELETE /api/api-key/:id 204',
  getAllTags: 'GET /api/tag 200',
  getTagById: 'GET /api/tag/:id 200',
  createTag: 'POST /api/tag 201',
  updateTag: 'PATCH /api/tag/:id 200',
  deleteTag: 'DELETE /api/tag/:id 204',
  tagAssets: 'PUT /api/tag/:id/assets 200',
  untagAssets: 'DELETE /api/tag/:id/assets 200',
  getAllUsers: 'GET /api/user 200',
  getMyUserInfo: 'GET /api/user/me 200',
  getUserById: 'GET /api/user/info/:id 200',
  createProfileImage: 'POST /api/user/profile-image 201',
  deleteProfileImage: 'DELETE /api/user/profile-image 204',
  getProfileImage: 'GET /api/user/profile-image/:id 200',
  createUser: 'POST /api/user 201',
  updateUser: 'PUT /api/user 200',
  deleteUser: 'DELETE /api/user/:id 200',
  restoreUser: 'POST /api/user/:id/restore 201',
  getInvitations: 'GET /api/invitation 200',
  createInvitation: 'POST /api/invitation 201',
  renewInvitation: 'POST /api/invitation/:id 201',
  deleteInvitation: 'DELETE /api/invitation/:id 204',
  getAllAlbums: 'GET /api/album 200',
  getAlbumCount: 'GET /api/album/count 200',
  getAlbumInfo: 'GET /api/album/:id 200',
  updateAlbumInfo: 'PATCH /api/album/:id 200',
  deleteAlbum: 'DELETE /api/album/:id 204',
  removeUserFromAlbum: 'DELETE /api/album/:id/user/:userId 204',
  addAssetsToAlbum: 'PUT /api/album/:id/assets 200',
  removeAssetFromAlbum: 'DELETE /api/album/:id/assets 200',
  getAllSharedLinks: 'GET /api/shared-link 200',
  createSharedLink: 'POST /api/shared-link 201',
  getMySharedLink: 'GET /api/shared-link/me 200',
  getSharedLinkById: 'GET /api/shared-link/:id 200',
  updateSharedLink: 'PATCH /api/shared-link/:id 200',
  removeSharedLink: 'DELETE /api/shared-link/:id 204',
  addSharedLinkAssets: 'PUT /api/shared-link/:id/assets 200',
  removeSharedLinkAssets: 'DELETE /api/shared-link/:id/assets 200',
  getAssetJobs: 'GET /api/asset/jobs 200',
  getJobCounts: 'GET /api/asset/jobs/counts 200',
  uploadFile: 'POST /api/asset/upload 200',
  checkBulkUpload: 'POST /api/asset/bulk-upload-check 200',
  getAllAssets: 'GET /api/asset 200',
  searchMetadata: 'POST /api/search/metadata 200',
  getSearchSuggestions: 'GET /api/search/suggestions 200',
  searchPlaces: 'GET /api/search/places 200',
  getExploreData: 'GET /api/search/explore 200',
  getAssetsByCity: 'GET /api/search/cities 200',
  getMemoryLane: 'GET /api/asset/memory-lane 200',
  getRandom: 'GET /api/asset/random 200',
  getAssetStatistics: 'GET /api/asset/statistics 200',
  getTimeBuckets: 'GET /api/asset/time-buckets 200',
  getTimeBucket: 'GET /api/asset/time-bucket 200',
  getAssetInfo: 'GET /api/asset/:id 200',
  updateAssets: 'PUT /api/asset 204',
  updateAsset: 'PUT /api/asset/:id 200',
  deleteAssets: 'DELETE /api/asset 204',
  emptyTrash: 'POST /api/trash/empty 204',
  restoreTrash: 'POST /api/trash/restore 204',
  restoreAssets: 'POST /api/trash/restore/assets 204',
  getAssetThumbnail: 'GET /api/asset/thumbnail/:id 200',
  serveFile: 'GET /api/asset/file/:id 200',
  downloadFile: 'GET /api/download/asset/:id 200',
  getDownloadInfo: 'POST /api/download/info 201',
  downloadArchive: 'POST /api/download/archive 200',
  listenToEvents: 'GET /api/events 200',
  getAllPeople: 'GET /api/person 200',
  searchPerson: 'GET /api/search/person 200',
  updatePeople: 'PUT /api/person 200',
  getPerson: 'GET /api/person/:id 200',
  updatePerson: 'PUT /api/person/:id 200',
  mergePerson: 'POST /api/person/:id/merge 201',
  getPersonAssets: 'GET /api/person/:id/assets 200',
  getPersonThumbnail: 'GET /api/person/:id/thumbnail 200',
  getPersonStatistics: 'GET /api/person/:id/statistics 200',
  getFaces: 'GET /api/face 200',
  reassignFacesById: 'PUT /api/face/:id 200',
  unassignFace: 'DELETE /api/face/:id 204',
  getServerVersion: 'GET /api/server-info/version 200',
  pingServer: 'GET /api/server-info/ping 200',
  getServerConfig: 'GET /api/server-info/config 200',
  getSupportedMediaTypes: 'GET /api/server-info/media-types 200',
} as const satisfies {
  [Name in Operation]: `${Api[Name]['method']} ${Api[Name]['path']} ${keyof Api[Name]['responses'] & number}`
}

/** The method and path of a call, and the status of its success. */
export interface Route {
  method: string
  path: string
  /** The status of the success; undefined when any success is accepted. */
  success?: number
}

export function readRoute(operation: Operation): Required<Route> {
  const [method = '', path = '', success] = routes[operation].split(' ')
  return { method, path, success: Number(success) }
}
