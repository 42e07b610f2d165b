import type { nouns } from '@media-library/contract'
import { createUser } from '../accounts/create-user.js'
import { deleteUser, restoreUser } from '../accounts/delete-user.js'
import { createInvitation, deleteInvitation, getInvitations, renewInvitation } from '../accounts/invitations.js'
import { updateUser } from '../accounts/update-user.js'
import { addAssetsToAlbum } from '../albums/add-assets-to-album.js'
import { addUsersToAlbum } from '../albums/add-users-to-album.js'
import { createAlbum } from '../albums/create-album.js'
import { deleteAlbum } from '../albums/delete-album.js'
import { getAlbumInfo } from '../albums/get-album-info.js'
import { getAlbumCount, getAllAlbums } from '../albums/get-all-albums.js'
import { removeAssetFromAlbum } from '../albums/remove-asset-from-album.js'
import { removeUserFromAlbum } from '../albums/remove-user-from-album.js'
import { updateAlbumInfo } from '../albums/update-album-info.js'
import type { Handlers } from '../answers/handler.js'
import { deleteAssets, emptyTrash, restoreAssets, restoreTrash } from '../asset-changes/delete-and-restore.js'
import { updateAsset } from '../asset-changes/update-asset.js'
import { updateAssets } from '../asset-changes/update-assets.js'
import { downloadArchive } from '../assets/files/download-archive.js'
import { getDownloadInfo } from '../assets/files/get-download-info.js'
import { downloadFile, downloadFileByPost, getAssetThumbnail, serveFile } from '../assets/files/serve-file.js'
import { getAllAssets } from '../assets/get-all-assets.js'
import { getAssetInfo } from '../assets/get-asset-info.js'
import { getAssetStatistics } from '../assets/get-asset-statistics.js'
import { getTimeBucket, getTimeBuckets } from '../assets/get-time-buckets.js'
import { getMemoryLane, getRandom } from '../assets/memories.js'
import { listenToEvents } from '../events/listen-to-events.js'
import { getAssetJobs, getJobCounts } from '../jobs/get-asset-jobs.js'
import { runAssetJobs } from '../jobs/run-asset-jobs.js'
import { getAllPeople, searchPerson } from '../people/get-all-people.js'
import { getFaces } from '../people/get-faces.js'
import { getPerson, getPersonStatistics } from '../people/get-person.js'
import { getPersonAssets } from '../people/get-person-assets.js'
import { getPersonThumbnail } from '../people/get-person-thumbnail.js'
import { mergePerson } from '../people/merge-person.js'
import { reassignFacesById, unassignFace } from '../people/reassign-face.js'
import { updatePeople, updatePerson } from '../people/update-person.js'
import {
  checkExistingAssets,
  getAllUserAssetsByDeviceId,
  getAuditDeletes,
  getPartners,
  getServerInfo,
  getServerStatistics,
  updateStackParent,
} from '../phone/phone.js'
import { createProfileImage } from '../profile-images/create-profile-image.js'
import { deleteProfileImage } from '../profile-images/delete-profile-image.js'
import { getProfileImage } from '../profile-images/get-profile-image.js'
import { search, searchMetadata } from '../search/search-metadata.js'
import { getAssetsByCity, getExploreData, getSearchSuggestions, searchPlaces } from '../search/suggestions.js'
import {
  features,
  getServerConfig,
  getServerVersion,
  getSupportedMediaTypes,
  pingServer,
} from '../server-info/server-info.js'
import { createSharedLink } from '../shared-links/create-shared-link.js'
import { getMySharedLink } from '../shared-links/get-my-shared-link.js'
import { getAllSharedLinks, getSharedLinkById } from '../shared-links/get-shared-links.js'
import { addSharedLinkAssets, removeSharedLinkAssets } from '../shared-links/link-assets.js'
import { removeSharedLink } from '../shared-links/remove-shared-link.js'
import { updateSharedLink } from '../shared-links/update-shared-link.js'
import { getAuthDevices, logout, logoutAuthDevice, logoutAuthDevices } from '../sign-in/auth-devices.js'
import { signInWithKey } from '../sign-in/begin-session.js'
import { authorize, generateOAuthConfig } from '../sign-in/begin-sign-in.js'
import { finishSignIn } from '../sign-in/finish-sign-in.js'
import { createPasskey, createPasskeyOptions } from '../sign-in/passkeys/create-passkey.js'
import { deletePasskey, getPasskeys, updatePasskey } from '../sign-in/passkeys/own-passkeys.js'
import { createPasskeySignInOptions, signInWithPasskey } from '../sign-in/passkeys/sign-in-with-passkey.js'
import { changePassword } from '../sign-in/passwords/change-password.js'
import { login, validateAccessToken } from '../sign-in/passwords/login.js'
import { signUpAdmin } from '../sign-in/passwords/sign-up-admin.js'
import { signInWithCode } from '../sign-in/sign-in-with-code.js'
import { createTag } from '../tags/create-tag.js'
import { deleteTag } from '../tags/delete-tag.js'
import { getTagAssets } from '../tags/get-tag-assets.js'
import { getAllTags, getTagById } from '../tags/get-tags.js'
import { tagAssets, untagAssets } from '../tags/tag-assets.js'
import { updateTag } from '../tags/update-tag.js'
import { checkBulkUpload } from '../uploads/check-bulk-upload.js'
import { uploadFile } from '../uploads/upload-file.js'
import { getAllUsers, getMyUserInfo, getUserById } from '../users/get-users.js'
import { createApiKey, deleteApiKey, getApiKey, getApiKeys, updateApiKey } from '../users/own-api-keys.js'

/** The handlers of each noun. A missing or additional one does not compile. */
export const handlers: { [Noun in keyof typeof nouns]: Handlers<(typeof nouns)[Noun]> } = {
  contract: {
    createAlbum,
    addUsersToAlbum,
    getTagAssets,
    runAssetJobs,
    generateOAuthConfig,
  },
  signIn: {
    authorize,
    finishSignIn,
    signInWithKey,
    signInWithCode,
    logout,
    getAuthDevices,
    logoutAuthDevices,
    logoutAuthDevice,
    features,
  },
  password: {
    login,
    changePassword,
    validateAccessToken,
    signUpAdmin,
  },
  passkey: {
    getPasskeys,
    createPasskeyOptions,
    createPasskey,
    updatePasskey,
    deletePasskey,
    createPasskeySignInOptions,
    signInWithPasskey,
  },
  apiKey: {
    getApiKeys,
    createApiKey,
    getApiKey,
    updateApiKey,
    deleteApiKey,
  },
  tag: {
    getAllTags,
    getTagById,
    createTag,
    updateTag,
    deleteTag,
    tagAssets,
    untagAssets,
  },
  user: {
    getAllUsers,
    getMyUserInfo,
    getUserById,
    createProfileImage,
    deleteProfileImage,
    getProfileImage,
    createUser,
    updateUser,
    deleteUser,
    restoreUser,
  },
  invitation: {
    getInvitations,
    createInvitation,
    renewInvitation,
    deleteInvitation,
  },
  album: {
    getAllAlbums,
    getAlbumCount,
    getAlbumInfo,
    updateAlbumInfo,
    deleteAlbum,
    removeUserFromAlbum,
    addAssetsToAlbum,
    removeAssetFromAlbum,
  },
  sharedLink: {
    getAllSharedLinks,
    createSharedLink,
    getMySharedLink,
    getSharedLinkById,
    updateSharedLink,
    removeSharedLink,
    addSharedLinkAssets,
    removeSharedLinkAssets,
  },
  job: {
    getAssetJobs,
    getJobCounts,
  },
  upload: {
    uploadFile,
    checkBulkUpload,
  },
  asset: {
    getAllAssets,
    getAssetStatistics,
    getTimeBuckets,
    getTimeBucket,
    getAssetInfo,
    getMemoryLane,
    getRandom,
    updateAssets,
    updateAsset,
    deleteAssets,
  },
  trash: {
    emptyTrash,
    restoreTrash,
    restoreAssets,
  },
  file: {
    getAssetThumbnail,
    serveFile,
    downloadFileByPost,
    downloadFile,
    getDownloadInfo,
    downloadArchive,
  },
  event: {
    listenToEvents,
  },
  phone: {
    updateStackParent,
    checkExistingAssets,
    getAllUserAssetsByDeviceId,
    getServerInfo,
    getServerStatistics,
    getAuditDeletes,
    getPartners,
  },
  search: {
    search,
    searchMetadata,
    getSearchSuggestions,
    searchPlaces,
    getExploreData,
    getAssetsByCity,
  },
  person: {
    getAllPeople,
    searchPerson,
    updatePeople,
    getPerson,
    updatePerson,
    mergePerson,
    getPersonAssets,
    getPersonThumbnail,
    getPersonStatistics,
    getFaces,
    reassignFacesById,
    unassignFace,
  },
  server: {
    getServerVersion,
    pingServer,
    getServerConfig,
    getSupportedMediaTypes,
  },
}
