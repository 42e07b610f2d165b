// Written by scripts/write-types.ts from the contract. Do not edit it: run `pnpm types`.

import type { Calls } from './calls.js'
import { warnOnce } from './deprecation.js'
import { keyOf, preferOf } from './headers.js'
import type { AlbumOptions, CallOptions, FileOptions, KeyedOptions, PageOptions } from './options.js'
import type { List } from './pages.js'
import type { Reply } from './reply.js'
import type {
  AddUsersToAlbum,
  Album,
  AlbumCount,
  AlbumFilter,
  ApiKey,
  ApiKeyWithSecret,
  Asset,
  AssetFilter,
  AssetIdResult,
  AssetIds,
  AssetJob,
  AssetJobCounts,
  AssetJobFilter,
  AssetStatistics,
  AssetStatisticsFilter,
  AuthDevice,
  BulkIdResult,
  BulkIds,
  BulkUploadResults,
  CheckBulkUpload,
  CreateAlbum,
  CreateApiKey,
  CreateTag,
  DeleteAssets,
  DownloadInfo,
  DownloadQuestion,
  FileView,
  LoggedOut,
  Login,
  OAuthAuthorization,
  OAuthCallback,
  OAuthConfig,
  OAuthRedirect,
  RunAssetJobs,
  ServerConfig,
  ServerFeatures,
  ServerMediaTypes,
  ServerPing,
  ServerVersion,
  SignInCode,
  Tag,
  ThumbnailView,
  TimeBucket,
  TimeBucketFilter,
  TimelineFilter,
  UpdateAlbum,
  UpdateApiKey,
  UpdateAsset,
  UpdateAssets,
  UpdateTag,
  User,
} from './types/index.js'

/** The operations that each call the service. */
export interface ServiceOperations {
  /**
   * Creates an album with the given assets and shares it with the given users. If anything is refused, nothing is
   * created. To share it also requires the permission `album.share`. Without `asset.read`, `assets` is `[]`. Requires
   * the permission `album.create`.
   */
  createAlbum(album: CreateAlbum, options?: AlbumOptions & KeyedOptions): Reply<Album>
  /**
   * Shares an album of the caller with more users. Repeated calls have no further effect. Without the permission
   * `asset.read`, `assets` is `[]`. Requires the permission `album.share`.
   */
  addUsersToAlbum(albumId: string, users: AddUsersToAlbum, options?: AlbumOptions): Reply<Album>
  /** Returns all assets with a tag of the caller, newest first. Requires the permission `tag.read`. */
  getTagAssets(tagId: string, options?: PageOptions): List<Asset>
  /** Queues the job for each asset. A waiting job is not queued again. Requires the permission `asset.job`. */
  runAssetJobs(jobs: RunAssetJobs, options?: KeyedOptions): Reply<void>
  /** @deprecated It may be removed in a future version. Use `features` and `authorize` instead. */
  generateOAuthConfig(redirect: OAuthRedirect, options?: CallOptions): Reply<OAuthConfig>
  /** Returns the URL at which the user signs in. The sign-in can be finished once, within 10 minutes, on any instance. */
  authorize(redirect: OAuthRedirect, options?: CallOptions): Reply<OAuthAuthorization>
  /**
   * Creates a session from the address to which the provider redirected the user. A person is identified by the `sub`
   * of the provider, or else by a verified e-mail address. Unknown people are registered if the operator allows it. A
   * browser also gets the session as a cookie, and its earlier session ends.
   */
  finishSignIn(callback: OAuthCallback, options?: CallOptions): Reply<Login>
  /**
   * Creates a session of the key that the request carries, so that a browser does not have to store the key. The
   * session has the key's scopes, and ends when the key is revoked or expires. A browser also gets the session as a
   * cookie. Requires a key.
   */
  signInWithKey(options?: CallOptions): Reply<Login>
  /**
   * Creates a session from the code of a link that `serve` or `session link` printed. A code works once, within 10
   * minutes. A browser also gets the session as a cookie.
   */
  signInWithCode(code: SignInCode, options?: CallOptions): Reply<Login>
  /** Ends the session of the request and deletes its cookie. Requires a session. */
  logout(options?: CallOptions): Reply<LoggedOut>
  /** Returns the sessions of the caller that have not ended, last used first. Requires the permission `session.read`. */
  getAuthDevices(options?: CallOptions): Reply<AuthDevice[]>
  /**
   * Ends all sessions of the caller but the one of the request, at once on every server. Requires the permission
   * `session.delete`.
   */
  logoutAuthDevices(options?: CallOptions): Reply<void>
  /** Ends a session of the caller, at once on every server. Requires the permission `session.delete`. */
  logoutAuthDevice(deviceId: string, options?: CallOptions): Reply<void>
  /** Returns the enabled features, without a call to the provider. */
  features(options?: CallOptions): Reply<ServerFeatures>
  /**
   * Returns all keys of the caller, also those that have expired, newest first, without their secrets. Requires the
   * permission `key.read`.
   */
  getApiKeys(options?: CallOptions): Reply<ApiKey[]>
  /**
   * Makes a key of the caller and returns it, which nothing does later. It has the scopes of the caller, or those of
   * them that `scopes` lists: 403 `forbidden` names what the caller does not have. A caller may have 1,000 keys: 409
   * `limit_reached`. Requires the permission `key.create`.
   */
  createApiKey(key: CreateApiKey, options?: CallOptions): Reply<ApiKeyWithSecret>
  /** Returns a key of the caller without its secret. Requires the permission `key.read`. */
  getApiKey(keyId: string, options?: CallOptions): Reply<ApiKey>
  /** Gives a key of the caller another name. Its scopes and its expiry stay. Requires the permission `key.update`. */
  updateApiKey(keyId: string, key: UpdateApiKey, options?: CallOptions): Reply<ApiKey>
  /**
   * Revokes a key of the caller and ends its sessions, within a second on every server. It may be the key of the
   * request. Requires the permission `key.delete`.
   */
  deleteApiKey(keyId: string, options?: CallOptions): Reply<void>
  /** Returns all tags of the caller, by name. Requires the permission `tag.read`. */
  getAllTags(options?: CallOptions): Reply<Tag[]>
  /** Returns a tag of the caller. Requires the permission `tag.read`. */
  getTagById(tagId: string, options?: CallOptions): Reply<Tag>
  /**
   * Creates a tag of the caller, on no asset yet. A caller has a name once: 409 `name_taken` says that it is in use. A
   * caller may have 100,000 tags: 409 `limit_reached`. Requires the permission `tag.create`.
   */
  createTag(tag: CreateTag, options?: CallOptions): Reply<Tag>
  /** Gives a tag of the caller another name. It stays on its assets. Requires the permission `tag.update`. */
  updateTag(tagId: string, tag: UpdateTag, options?: CallOptions): Reply<Tag>
  /** Deletes a tag of the caller for good. The assets that carry it stay. Requires the permission `tag.delete`. */
  deleteTag(tagId: string, options?: CallOptions): Reply<void>
  /**
   * Adds a tag of the caller to assets of the caller. An id that cannot be tagged is reported, and does not stop the
   * others. Requires the permission `tag.update`.
   */
  tagAssets(tagId: string, ids: AssetIds, options?: CallOptions): Reply<AssetIdResult[]>
  /**
   * Removes a tag of the caller from assets. It does not return because their files name it. Requires the permission
   * `tag.update`.
   */
  untagAssets(tagId: string, ids: AssetIds, options?: CallOptions): Reply<AssetIdResult[]>
  /**
   * Returns all active users, including the caller, in the order in which they were added. Requires the permission
   * `user.read`.
   */
  getAllUsers(options?: CallOptions): Reply<User[]>
  /** Returns the user whose key or session the request carries. Requires the permission `user.read`. */
  getMyUserInfo(options?: CallOptions): Reply<User>
  /**
   * Returns the caller's own albums, or those that match a filter, newest `updatedAt` first. Their `assets` are `[]`,
   * but the counts are correct. Requires the permission `album.read`.
   */
  getAllAlbums(filter?: AlbumFilter, options?: CallOptions): List<Album>
  /** Counts the albums that the caller owns, shares and is shared with. Requires the permission `album.read`. */
  getAlbumCount(options?: CallOptions): Reply<AlbumCount>
  /**
   * Returns an album with all of its assets, to its owner and its shared users. Without the permission `asset.read`,
   * `assets` is `[]`. Requires the permission `album.read`.
   */
  getAlbumInfo(albumId: string, options?: AlbumOptions): Reply<Album>
  /**
   * Changes the name, the description or the cover of the caller's own album. The `assets` of the answer are `[]`, but
   * the counts are correct. Requires the permission `album.update`.
   */
  updateAlbumInfo(albumId: string, album: UpdateAlbum, options?: CallOptions): Reply<Album>
  /** Deletes the caller's own album for good. Its assets stay. Requires the permission `album.delete`. */
  deleteAlbum(albumId: string, options?: CallOptions): Reply<void>
  /**
   * Removes a user from an album. Its owner may remove any shared user, and a shared user only themselves, also as
   * `me`. The assets that they added stay in it. Requires the permission `album.delete`.
   */
  removeUserFromAlbum(albumId: string, userId: string, options?: CallOptions): Reply<void>
  /**
   * Adds the caller's own assets to an album that the caller owns or is shared with. An id that cannot be added is
   * reported, and does not stop the others. The first asset of an empty album becomes its cover. Requires the
   * permission `album.update`.
   */
  addAssetsToAlbum(albumId: string, ids: BulkIds, options?: CallOptions): Reply<BulkIdResult[]>
  /**
   * Removes assets from an album. Its owner may remove any, and a shared user those of their own. The assets themselves
   * stay. When the cover is removed, the newest asset becomes the cover. Requires the permission `album.update`.
   */
  removeAssetFromAlbum(albumId: string, ids: BulkIds, options?: CallOptions): Reply<BulkIdResult[]>
  /**
   * Returns the records of the jobs of the caller's own assets, one for each asset and job name, newest asset first,
   * then by name. Ids of other assets have no records. Requires the permission `asset.job`.
   */
  getAssetJobs(filter?: AssetJobFilter, options?: CallOptions): List<AssetJob>
  /** Counts the jobs of the caller's own assets by name and state. Requires the permission `asset.job`. */
  getJobCounts(options?: CallOptions): Reply<AssetJobCounts>
  /**
   * Finds the files that the caller already has or cannot upload, by their checksums and names. Requires the permission
   * `asset.upload`.
   */
  checkBulkUpload(upload: CheckBulkUpload, options?: CallOptions): Reply<BulkUploadResults>
  /**
   * Returns all of the caller's own assets, newest first. `take` and `skip` count from the currently first asset, so an
   * asset added between two requests shifts the others. Requires the permission `asset.read`.
   */
  getAllAssets(filter?: AssetFilter, options?: CallOptions): List<Asset>
  /** Counts the caller's own images, videos and assets of all types. Requires the permission `asset.read`. */
  getAssetStatistics(filter?: AssetStatisticsFilter, options?: CallOptions): Reply<AssetStatistics>
  /**
   * Returns the days or months in which assets were taken, newest first, each with the number of its assets. Requires
   * the permission `asset.read`.
   */
  getTimeBuckets(filter: TimelineFilter, options?: CallOptions): Reply<TimeBucket[]>
  /**
   * Returns all assets of a bucket of getTimeBuckets, newest first. It takes the same parameters. Requires the
   * permission `asset.read`.
   */
  getTimeBucket(filter: TimeBucketFilter, options?: CallOptions): Reply<Asset[]>
  /**
   * Returns an asset, to its owner and to users who may see an album that contains it. Requires the permission
   * `asset.read`.
   */
  getAssetInfo(assetId: string, options?: CallOptions): Reply<Asset>
  /**
   * Changes the same of all given assets of the caller. Nothing is written unless all of the ids are the caller's.
   * Requires the permission `asset.update`.
   */
  updateAssets(assets: UpdateAssets, options?: CallOptions): Reply<void>
  /**
   * Changes an asset of the caller, and returns it. The service does not write into the asset's file. Requires the
   * permission `asset.update`.
   */
  updateAsset(assetId: string, asset: UpdateAsset, options?: CallOptions): Reply<Asset>
  /**
   * Moves assets of the caller to the trash, or deletes them for good. The trash keeps their places in albums, their
   * tags and their files, and is emptied after the `trashDays` of getServerConfig. Uploaded files that are deleted for
   * good are removed. Imported files are never touched, and not imported again. Requires the permission
   * `asset.delete`.
   */
  deleteAssets(assets: DeleteAssets, options?: CallOptions): Reply<void>
  /**
   * Deletes all that is in the trash of the caller for good, as deleteAssets does with `force`. Requires the permission
   * `asset.delete`.
   */
  emptyTrash(options?: CallOptions): Reply<void>
  /** Restores all that is in the trash of the caller to where it was. Requires the permission `asset.delete`. */
  restoreTrash(options?: CallOptions): Reply<void>
  /**
   * Restores assets of the caller to where they were. Those that are not in the trash stay as they are. Requires the
   * permission `asset.delete`.
   */
  restoreAssets(ids: BulkIds, options?: CallOptions): Reply<void>
  /**
   * Returns the thumbnail or the preview of a photo or video, for its owner and for everyone who may see an album that
   * holds it. While it is being made, the problem `not_generated` has a `Retry-After`. Requires the permission
   * `asset.read`.
   */
  getAssetThumbnail(assetId: string, view?: ThumbnailView, options?: FileOptions): Promise<Response>
  /**
   * Returns an asset in a form that browsers show: the MP4 that was made of a video, the preview of a photo in a format
   * that browsers do not show, or else the original. Requires the permission `asset.read`.
   */
  serveFile(assetId: string, view?: FileView, options?: FileOptions): Promise<Response>
  /** Returns the original of an asset, byte for byte, under its own name. Requires the permission `asset.read`. */
  downloadFile(assetId: string, options?: FileOptions): Promise<Response>
  /**
   * Returns how assets, an album or the whole library divide into archives, with their sizes. Requires the permission
   * `asset.read`.
   */
  getDownloadInfo(question: DownloadQuestion, options?: CallOptions): Reply<DownloadInfo>
  /**
   * Returns the originals of assets in one ZIP, not compressed. The second file of a name is `name (2)`. Files that are
   * missing are left out; `missing-files.txt` in the archive names them. Requires the permission `asset.read`.
   */
  downloadArchive(ids: AssetIds, options?: CallOptions): Promise<Response>
  /** Returns the version of the service. */
  getServerVersion(options?: CallOptions): Reply<ServerVersion>
  /** Returns `pong` without a query to the database. */
  pingServer(options?: CallOptions): Reply<ServerPing>
  /** Returns the settings that a front end needs before a user has signed in. */
  getServerConfig(options?: CallOptions): Reply<ServerConfig>
  /** Returns the extensions of the files that the service accepts. The content of a file decides whether it is accepted. */
  getSupportedMediaTypes(options?: CallOptions): Reply<ServerMediaTypes>
}

export function serviceOperations({ read, once, list, load }: Calls): ServiceOperations {
  return {
    createAlbum: (body, options) =>
      read('createAlbum', { body, headers: { ...preferOf(options), ...keyOf(options) } }, options),
    addUsersToAlbum: (id, body, options) => read('addUsersToAlbum', { id, body, headers: preferOf(options) }, options),
    getTagAssets: (id, { limit, cursor, ...options } = {}) =>
      list('getTagAssets', { id, query: { limit, cursor } }, options),
    runAssetJobs: (body, options) => read('runAssetJobs', { body, headers: keyOf(options) }, options),
    generateOAuthConfig: (body, options) => {
      warnOnce(
        'generateOAuthConfig is deprecated. It may be removed in a future version. Use `features` and `authorize` instead.',
      )
      return once('generateOAuthConfig', { body }, options)
    },
    authorize: (body, options) => read('authorize', { body }, options),
    finishSignIn: (body, options) => once('callback', { body }, options),
    signInWithKey: (options) => once('signInWithKey', {}, options),
    signInWithCode: (body, options) => once('signInWithCode', { body }, options),
    logout: (options) => once('logout', {}, options),
    getAuthDevices: (options) => read('getAuthDevices', {}, options),
    logoutAuthDevices: (options) => once('logoutAuthDevices', {}, options),
    logoutAuthDevice: (id, options) => once('logoutAuthDevice', { id }, options),
    features: (options) => read('features', {}, options),
    getApiKeys: (options) => read('getApiKeys', {}, options),
    createApiKey: (body, options) => once('createApiKey', { body }, options),
    getApiKey: (id, options) => read('getApiKey', { id }, options),
    updateApiKey: (id, body, options) => read('updateApiKey', { id, body }, options),
    deleteApiKey: (id, options) => once('deleteApiKey', { id }, options),
    getAllTags: (options) => read('getAllTags', {}, options),
    getTagById: (id, options) => read('getTagById', { id }, options),
    createTag: (body, options) => once('createTag', { body }, options),
    updateTag: (id, body, options) => read('updateTag', { id, body }, options),
    deleteTag: (id, options) => once('deleteTag', { id }, options),
    tagAssets: (id, body, options) => read('tagAssets', { id, body }, options),
    untagAssets: (id, body, options) => read('untagAssets', { id, body }, options),
    getAllUsers: (options) => read('getAllUsers', {}, options),
    getMyUserInfo: (options) => read('getMyUserInfo', {}, options),
    getAllAlbums: (query, options) => list('getAllAlbums', { query }, options),
    getAlbumCount: (options) => read('getAlbumCount', {}, options),
    getAlbumInfo: (id, { minimal, ...options } = {}) =>
      read('getAlbumInfo', { id, query: { withoutAssets: minimal } }, options),
    updateAlbumInfo: (id, body, options) => read('updateAlbumInfo', { id, body }, options),
    deleteAlbum: (id, options) => once('deleteAlbum', { id }, options),
    removeUserFromAlbum: (id, userId, options) => once('removeUserFromAlbum', { id, userId }, options),
    addAssetsToAlbum: (id, body, options) => read('addAssetsToAlbum', { id, body }, options),
    removeAssetFromAlbum: (id, body, options) => read('removeAssetFromAlbum', { id, body }, options),
    getAssetJobs: (query, options) => list('getAssetJobs', { query }, options),
    getJobCounts: (options) => read('getJobCounts', {}, options),
    checkBulkUpload: (body, options) => read('checkBulkUpload', { body }, options),
    getAllAssets: (query, options) => list('getAllAssets', { query }, options),
    getAssetStatistics: (query, options) => read('getAssetStatistics', { query }, options),
    getTimeBuckets: (query, options) => read('getTimeBuckets', { query }, options),
    getTimeBucket: (query, options) => read('getTimeBucket', { query }, options),
    getAssetInfo: (id, options) => read('getAssetInfo', { id }, options),
    updateAssets: (body, options) => read('updateAssets', { body }, options),
    updateAsset: (id, body, options) => read('updateAsset', { id, body }, options),
    deleteAssets: (body, options) => once('deleteAssets', { body }, options),
    emptyTrash: (options) => once('emptyTrash', {}, options),
    restoreTrash: (options) => once('restoreTrash', {}, options),
    restoreAssets: (body, options) => once('restoreAssets', { body }, options),
    getAssetThumbnail: (id, query, options) => load('getAssetThumbnail', { id, query }, options),
    serveFile: (id, query, options) => load('serveFile', { id, query }, options),
    downloadFile: (id, options) => load('downloadOriginal', { id }, options),
    getDownloadInfo: (body, options) => read('getDownloadInfo', { body }, options),
    downloadArchive: (body, options) => load('downloadArchive', { body }, options),
    getServerVersion: (options) => read('getServerVersion', {}, options),
    pingServer: (options) => read('pingServer', {}, options),
    getServerConfig: (options) => read('getServerConfig', {}, options),
    getSupportedMediaTypes: (options) => read('getSupportedMediaTypes', {}, options),
  }
}
