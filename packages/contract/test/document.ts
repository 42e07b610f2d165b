/** The API's description, transcribed: resources and their fields, in order. `?` marks what is not required. */
export const resources: Record<string, string> = {
  Album: `
    albumName string
    albumThumbnailAssetId string
    assetCount integer
    assets Asset[]
    createdAt date-time
    description string
    endDate? date-time
    hasSharedLink boolean
    id string
    isActivityEnabled boolean
    lastModifiedAssetTimestamp? date-time
    order? asc|desc
    owner User
    ownerId string
    shared boolean
    sharedUsers User[]
    startDate? date-time
    updatedAt date-time`,
  Asset: `
    checksum string
    deviceAssetId string
    deviceId string
    duration string
    exifInfo? ExifInfo
    fileCreatedAt date-time
    fileModifiedAt date-time
    hasMetadata boolean
    id string
    isArchived boolean
    isExternal boolean
    isFavorite boolean
    isOffline boolean
    isReadOnly boolean
    isTrashed boolean
    libraryId string
    livePhotoVideoId? string
    localDateTime date-time
    originalFileName string
    originalPath string
    owner? User
    ownerId string
    people? Person[]
    resized boolean
    smartInfo? SmartInfo
    stack? Asset[]
    stackCount integer
    stackParentId? string
    tags? Tag[]
    thumbhash string
    type IMAGE|VIDEO|AUDIO|OTHER
    updatedAt date-time`,
  ExifInfo: `
    city? string
    country? string
    dateTimeOriginal? date-time
    description? string
    exifImageHeight? number
    exifImageWidth? number
    exposureTime? string
    fNumber? number
    fileSizeInByte? integer
    focalLength? number
    iso? number
    latitude? number
    lensModel? string
    longitude? number
    make? string
    model? string
    modifyDate? date-time
    orientation? string
    projectionType? string
    state? string
    timeZone? string`,
  User: `
    avatarColor primary|pink|red|yellow|blue|green|purple|orange|gray|amber
    createdAt date-time
    deletedAt date-time
    email string
    externalPath string
    id string
    isAdmin boolean
    memoriesEnabled? boolean
    name string
    oauthId string
    profileImagePath string
    quotaSizeInBytes number
    quotaUsageInBytes number
    shouldChangePassword boolean
    status active|deleted
    storageLabel string
    updatedAt date-time`,
  Person: `
    birthDate date
    faces Face[]
    id string
    isHidden boolean
    name string
    thumbnailPath string`,
  Face: `
    boundingBoxX1 integer
    boundingBoxX2 integer
    boundingBoxY1 integer
    boundingBoxY2 integer
    id uuid
    imageHeight integer
    imageWidth integer`,
  SmartInfo: `
    objects? string[]
    tags? string[]`,
  Tag: `
    id string
    name string
    type OBJECT|FACE|CUSTOM
    userId string`,
  CreateAlbum: `
    albumName string
    assetIds? uuid[]
    description? string
    sharedWithUserIds? uuid[]`,
  AddUsersToAlbum: `
    sharedUserIds uuid[]`,
  RunAssetJobs: `
    assetIds uuid[]
    name regenerate-thumbnail|refresh-metadata|transcode-video`,
  OAuthRedirect: `
    redirectUri string`,
}

/**
 * The fields that are always present and `null` when they have no value, and those that may be `null` when they are
 * present.
 */
export const nullable = [
  'Album.albumThumbnailAssetId',
  'Asset.livePhotoVideoId',
  'Asset.stackParentId',
  'Asset.thumbhash',
  'Person.birthDate',
  'User.deletedAt',
  'User.externalPath',
  'User.quotaSizeInBytes',
  'User.quotaUsageInBytes',
  'User.storageLabel',
]

/** The operations: method, path, body, success status and its body. */
export const operations = {
  createAlbum: 'POST /api/album CreateAlbum -> 201 Album',
  addUsersToAlbum: 'PUT /api/album/:id/users AddUsersToAlbum -> 200 Album',
  getTagAssets: 'GET /api/tag/:id/assets -> 200 Asset[]',
  runAssetJobs: 'POST /api/asset/jobs RunAssetJobs -> 204',
  generateOAuthConfig: 'POST /api/oauth/config OAuthRedirect -> 201 OAuthConfig',
}
