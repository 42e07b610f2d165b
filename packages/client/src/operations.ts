import type { api } from '@media-library/contract'
import type { SignUp, User } from '@media-library/contract/schemas'
import type { Operation } from './call/routes.js'
import type { Calls } from './calls.js'
import { warnOnce } from './deprecation.js'
import { toKeyHeader, toPasswordHeader, toPreferHeader } from './headers.js'
import type { Method, Route } from './method.js'
import type { SetUpOptions } from './options.js'
import type { Reply } from './reply.js'

type Api = typeof api

/** The operations that do more than call the service: uploads/upload-operations.ts and events/event-operations.ts. */
type ByHand = 'uploadFile' | 'createProfileImage' | 'listenToEvents'

/** The operation that takes a header. */
type WithHeader = 'signUpAdmin'

// A mapped type of this form keeps the description of each operation and the place of its definition.
type Methods<Routes extends Record<Name, Route>, Name extends keyof Routes> = { [Key in Name]: Method<Routes[Key]> }

/** The operations that consist of one call of the service. */
export interface ServiceOperations extends Methods<Api, Exclude<Operation, ByHand | WithHeader>> {
  /** Makes the first account of a service, which is an administrator's. */
  signUpAdmin(body: SignUp, options: SetUpOptions): Reply<User>
}

export function serviceOperations({ read, once, list, load }: Calls): ServiceOperations {
  return {
    createAlbum: (body, options) =>
      read('createAlbum', { body, headers: { ...toPreferHeader(options), ...toKeyHeader(options) } }, options),
    addUsersToAlbum: (id, body, options) =>
      read('addUsersToAlbum', { id, body, headers: toPreferHeader(options) }, options),
    getTagAssets: (id, { limit, cursor, ...options } = {}) =>
      list('getTagAssets', { id, query: { limit, cursor } }, options),
    runAssetJobs: (body, options) => read('runAssetJobs', { body, headers: toKeyHeader(options) }, options),
    generateOAuthConfig: (body, options) => {
      warnOnce(
        'generateOAuthConfig is deprecated. It may be removed in a future version. Use `features` and `authorize` instead.',
      )
      return once('generateOAuthConfig', { body }, options)
    },
    authorize: (body, options) => read('authorize', { body }, options),
    finishSignIn: (body, options) => once('finishSignIn', { body }, options),
    signInWithKey: (options) => once('signInWithKey', {}, options),
    signInWithCode: (body, options) => once('signInWithCode', { body }, options),
    login: (body, options) => once('login', { body }, options),
    changePassword: (body, options) => once('changePassword', { body }, options),
    validateAccessToken: (options) => read('validateAccessToken', {}, options),
    signUpAdmin: (body, { setUpCode, ...options }) =>
      once('signUpAdmin', { body, headers: { 'x-set-up-code': setUpCode } }, options),
    getPasskeys: (options) => read('getPasskeys', {}, options),
    createPasskeyOptions: (options) => read('createPasskeyOptions', {}, options),
    createPasskey: (body, options) => once('createPasskey', { body }, options),
    updatePasskey: (id, body, options) => read('updatePasskey', { id, body }, options),
    deletePasskey: (id, options) => once('deletePasskey', { id }, options),
    createPasskeySignInOptions: (options) => read('createPasskeySignInOptions', {}, options),
    signInWithPasskey: (body, options) => once('signInWithPasskey', { body }, options),
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
    getAllUsers: (query, options) => read('getAllUsers', { query }, options),
    getMyUserInfo: (options) => read('getMyUserInfo', {}, options),
    getUserById: (id, options) => read('getUserById', { id }, options),
    deleteProfileImage: (options) => once('deleteProfileImage', {}, options),
    getProfileImage: (id, options) => load('getProfileImage', { id }, options),
    createUser: (body, options) => once('createUser', { body }, options),
    updateUser: (body, options) => read('updateUser', { body }, options),
    deleteUser: (id, body, options) => once('deleteUser', { id, body }, options),
    restoreUser: (id, options) => read('restoreUser', { id }, options),
    getInvitations: (options) => read('getInvitations', {}, options),
    createInvitation: (body, options) => once('createInvitation', { body }, options),
    renewInvitation: (id, options) => once('renewInvitation', { id }, options),
    deleteInvitation: (id, options) => once('deleteInvitation', { id }, options),
    getAllAlbums: (query, options) => list('getAllAlbums', { query }, options),
    getAlbumCount: (options) => read('getAlbumCount', {}, options),
    getAlbumInfo: (id, { minimal, ...options } = {}) =>
      read('getAlbumInfo', { id, query: { withoutAssets: minimal } }, options),
    updateAlbumInfo: (id, body, options) => read('updateAlbumInfo', { id, body }, options),
    deleteAlbum: (id, options) => once('deleteAlbum', { id }, options),
    removeUserFromAlbum: (id, userId, options) => once('removeUserFromAlbum', { id, userId }, options),
    addAssetsToAlbum: (id, body, options) => read('addAssetsToAlbum', { id, body }, options),
    removeAssetFromAlbum: (id, body, options) => read('removeAssetFromAlbum', { id, body }, options),
    getAllSharedLinks: (options) => read('getAllSharedLinks', {}, options),
    createSharedLink: (body, options) => once('createSharedLink', { body }, options),
    getMySharedLink: ({ password, ...query } = {}, options) =>
      read('getMySharedLink', { query, headers: toPasswordHeader(password) }, options),
    getSharedLinkById: (id, options) => read('getSharedLinkById', { id }, options),
    updateSharedLink: (id, body, options) => read('updateSharedLink', { id, body }, options),
    removeSharedLink: (id, options) => once('removeSharedLink', { id }, options),
    addSharedLinkAssets: (id, body, options) => read('addSharedLinkAssets', { id, body }, options),
    removeSharedLinkAssets: (id, body, options) => read('removeSharedLinkAssets', { id, body }, options),
    getAssetJobs: (query, options) => list('getAssetJobs', { query }, options),
    getJobCounts: (options) => read('getJobCounts', {}, options),
    checkBulkUpload: (body, options) => read('checkBulkUpload', { body }, options),
    getAllAssets: (query, options) => list('getAllAssets', { query: { isTrashed: false, ...query } }, options),
    searchMetadata: (body, options) => read('searchMetadata', { body }, options),
    getSearchSuggestions: (query, options) => read('getSearchSuggestions', { query }, options),
    searchPlaces: (query, options) => read('searchPlaces', { query }, options),
    getExploreData: (options) => read('getExploreData', {}, options),
    getAssetsByCity: (options) => read('getAssetsByCity', {}, options),
    getMemoryLane: (query, options) => read('getMemoryLane', { query }, options),
    getRandom: (query, options) => read('getRandom', { query }, options),
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
    downloadFile: (id, options) => load('downloadFile', { id }, options),
    getDownloadInfo: (body, options) => read('getDownloadInfo', { body }, options),
    downloadArchive: (body, options) => load('downloadArchive', { body }, options),
    getAllPeople: (query, options) => read('getAllPeople', { query }, options),
    searchPerson: (query, options) => read('searchPerson', { query }, options),
    updatePeople: (body, options) => read('updatePeople', { body }, options),
    getPerson: (id, options) => read('getPerson', { id }, options),
    updatePerson: (id, body, options) => read('updatePerson', { id, body }, options),
    mergePerson: (id, body, options) => once('mergePerson', { id, body }, options),
    getPersonAssets: (id, { limit, cursor, ...options } = {}) =>
      list('getPersonAssets', { id, query: { limit, cursor } }, options),
    getPersonThumbnail: (id, options) => load('getPersonThumbnail', { id }, options),
    getPersonStatistics: (id, options) => read('getPersonStatistics', { id }, options),
    getFaces: (query, options) => read('getFaces', { query }, options),
    reassignFacesById: (personId, body, options) => read('reassignFacesById', { id: personId, body }, options),
    unassignFace: (id, options) => read('unassignFace', { id }, options),
    getServerVersion: (options) => read('getServerVersion', {}, options),
    pingServer: (options) => read('pingServer', {}, options),
    getServerConfig: (options) => read('getServerConfig', {}, options),
    getSupportedMediaTypes: (options) => read('getSupportedMediaTypes', {}, options),
  }
}
