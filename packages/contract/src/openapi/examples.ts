import type { AddUsersToAlbum, Album, CreateAlbum } from '../schemas/album.js'
import type { Asset } from '../schemas/asset.js'
import type { RunAssetJobs } from '../schemas/job.js'
import type { OAuthConfig, OAuthRedirect } from '../schemas/oauth.js'
import type { LoggedOut, Login, OAuthAuthorization, OAuthCallback, ServerFeatures } from '../schemas/sign-in.js'
import type { User } from '../schemas/user.js'

const ada = '0190f3d2-1a2b-7c3d-8e4f-5a6b7c8d9e0f'
const ben = '0190f3d2-1a2b-7c3d-8e4f-5a6b7c8d9e10'
const photo = '0190f3d2-6d5c-7a1e-9c3b-2f6a8d4e1b70'
const taken = '2024-07-14T16:21:08.000Z'

const userOf = (id: string, name: string): User => ({
  avatarColor: 'green',
  createdAt: '2024-01-01T08:00:00.000Z',
  deletedAt: null,
  email: `${name.toLowerCase()}@example.org`,
  externalPath: null,
  id,
  isAdmin: false,
  name,
  oauthId: '',
  profileImagePath: '',
  shouldChangePassword: false,
  storageLabel: null,
  updatedAt: '2024-01-01T08:00:00.000Z',
})

const asset: Asset = {
  checksum: 'LPh2wHVbYpHtq6hcnGGbeoqkDRs=',
  deviceAssetId: 'IMG_0412.jpg',
  deviceId: 'import',
  duration: '0:00:00.00000',
  exifInfo: { city: 'Annecy', country: 'France', exifImageWidth: 4032, exifImageHeight: 3024, iso: 50, fNumber: 1.8 },
  fileCreatedAt: taken,
  fileModifiedAt: taken,
  hasMetadata: true,
  id: photo,
  isArchived: false,
  isExternal: true,
  isFavorite: false,
  isOffline: false,
  isReadOnly: true,
  isTrashed: false,
  libraryId: '0190f3d2-0000-7000-8000-000000000001',
  livePhotoVideoId: null,
  localDateTime: '2024-07-14T18:21:08.000Z',
  originalFileName: 'IMG_0412.jpg',
  originalPath: '/photos/2024/IMG_0412.jpg',
  ownerId: ada,
  people: [],
  resized: true,
  stackCount: 0,
  stackParentId: null,
  tags: [{ id: '0190f3d2-0000-7000-8000-000000000002', name: 'Holiday', type: 'CUSTOM', userId: ada }],
  thumbhash: '1QcSHQRnh493V4dIh4eXh1h4kJUI',
  type: 'IMAGE',
  updatedAt: '2024-07-15T09:00:00.000Z',
}

const album: Album = {
  albumName: 'Summer',
  albumThumbnailAssetId: photo,
  assetCount: 1,
  assets: [asset],
  createdAt: '2024-07-20T10:00:00.000Z',
  description: 'Two weeks by the lake',
  endDate: taken,
  hasSharedLink: false,
  id: '0190f3d2-0000-7000-8000-000000000003',
  isActivityEnabled: true,
  lastModifiedAssetTimestamp: taken,
  owner: userOf(ada, 'Ada'),
  ownerId: ada,
  shared: true,
  sharedUsers: [userOf(ben, 'Ben')],
  startDate: taken,
  updatedAt: '2024-07-20T10:00:00.000Z',
}

const createAlbum: CreateAlbum = {
  albumName: 'Summer',
  assetIds: [photo],
  description: 'Two weeks by the lake',
  sharedWithUserIds: [ben],
}
const addUsersToAlbum: AddUsersToAlbum = { sharedUserIds: [ben] }
const runAssetJobs: RunAssetJobs = { assetIds: [photo], name: 'regenerate-thumbnail' }
const redirect: OAuthRedirect = { redirectUri: 'http://127.0.0.1:8080/signed-in' }
const oauthConfig: OAuthConfig = { enabled: false, passwordLoginEnabled: false }

const state = 'm3cZ0bB9x2kq7Yw1nV5tRg'
const authorization: OAuthAuthorization = {
  url: `https://id.example.org/authorize?response_type=code&client_id=media-library&state=${state}`,
}
const callback: OAuthCallback = { url: `http://127.0.0.1:8080/signed-in?code=4f9a&state=${state}` }
const login: Login = {
  accessToken: 'mls_0190f3d21a2b7c3d8e4f5a6b7c8d9e0f_…',
  userId: ada,
  userEmail: 'ada@example.org',
  name: 'Ada',
  isAdmin: false,
  profileImagePath: '',
  shouldChangePassword: false,
}
const loggedOut: LoggedOut = { successful: true, redirectUri: '/auth/login?autoLaunch=0' }
const features: ServerFeatures = {
  oauth: true,
  oauthAutoLaunch: false,
  passwordLogin: false,
  reverseGeocoding: true,
  sidecar: true,
  clipEncode: false,
  configFile: false,
  facialRecognition: false,
  map: false,
  search: false,
  smartSearch: false,
  tagImage: false,
  trash: false,
}

/** A value of each schema that is the body of a request or an answer, by its name. */
export const examples: Record<string, unknown> = {
  AddUsersToAlbum: addUsersToAlbum,
  Album: album,
  Asset: asset,
  CreateAlbum: createAlbum,
  LoggedOut: loggedOut,
  Login: login,
  OAuthAuthorization: authorization,
  OAuthCallback: callback,
  OAuthConfig: oauthConfig,
  OAuthRedirect: redirect,
  RunAssetJobs: runAssetJobs,
  ServerFeatures: features,
}
