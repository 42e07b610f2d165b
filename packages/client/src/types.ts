// Written by scripts/write-types.ts from the schemas of the contract. Do not edit it: run `pnpm openapi`.

/** The body of addUsersToAlbum. */
export interface AddUsersToAlbum {
  /** Active users. The ids of the owner and of users who already have the album have no effect. */
  sharedUserIds: string[]
}

/** Assets of one owner under a name, shared with other users. */
export interface Album {
  /** The name; it may be empty, and another album may have the same. */
  albumName: string
  /** The first id of `assetIds`; null without assets. */
  albumThumbnailAssetId: string | null
  /** The number of its listed assets, also where `assets` is left empty. */
  assetCount: number
  /** Newest fileCreatedAt first, then id descending. */
  assets: Asset[]
  /** When the album was created. */
  createdAt: string
  /** Text about the album; empty by default. */
  description: string
  /** The latest fileCreatedAt; left out when the album is empty. */
  endDate?: string | undefined
  /** Always false: there are no share links. */
  hasSharedLink: boolean
  /** The id of the album. */
  id: string
  /** true by default; the service has no comments. */
  isActivityEnabled: boolean
  /** The latest fileModifiedAt; left out when the album is empty. */
  lastModifiedAssetTimestamp?: string | undefined
  /** The user who created the album. */
  owner: User
  /** The id of the owner. */
  ownerId: string
  /** Whether the album has shared users. */
  shared: boolean
  /** In the order in which they were added. */
  sharedUsers: User[]
  /** The earliest fileCreatedAt; left out when the album is empty. */
  startDate?: string | undefined
  /** When the album last changed. */
  updatedAt: string
}

/** The filters of a list of albums. Without one, it has the caller's own albums. */
export interface AlbumFilter {
  /** The maximum number of entries. */
  limit?: number | undefined
  /** The start of the page, from the `Link` of the previous page. */
  cursor?: string | undefined
  /** `true` for albums that the caller shares or that are shared with the caller; `false` for own albums that are not shared. */
  shared?: boolean | undefined
  /** Only albums that contain this asset, among all that the caller may see. */
  assetId?: string | undefined
}

/** The query of getAlbumInfo. */
export interface AlbumView {
  /** `true` leaves `assets` empty. `assetCount` is still correct. */
  withoutAssets?: boolean | undefined
  /** Has no effect: there are no share links. */
  key?: string | undefined
}

/** A photo, video, sound or other file of one user. It is the same in every response. */
export interface Asset {
  /** The SHA-1 of the file's content in base64. */
  checksum: string
  /** The id that the device gave the file; of an imported file its path within the folder. */
  deviceAssetId: string
  /** What the file came from; `import` for an imported file. */
  deviceId: string
  /** `HH:MM:SS.mmm`, or `0:00:00.00000` for none. */
  duration: string
  /** The metadata of the file; left out when none is known. */
  exifInfo?: ExifInfo | undefined
  /** When the photo was taken, or else when the file was created. */
  fileCreatedAt: string
  /** When the file was last changed. */
  fileModifiedAt: string
  /** Whether metadata was read from the file. */
  hasMetadata: boolean
  /** The id of the asset. */
  id: string
  /** Whether the owner has archived the asset. */
  isArchived: boolean
  /** Whether the file stays in a folder of its own, where it was imported from. */
  isExternal: boolean
  /** Whether the asset is a favourite of the owner. */
  isFavorite: boolean
  /** Whether the file was missing at the last import. */
  isOffline: boolean
  /** Whether the service never writes to the file. */
  isReadOnly: boolean
  /** Whether the asset is in the trash; such assets are not listed. */
  isTrashed: boolean
  /** The id of the library to which the file belongs. */
  libraryId: string
  /** The id of the video of a live photo. */
  livePhotoVideoId: string | null
  /** The local time at the place of capture, written with `Z`. */
  localDateTime: string
  /** The file name with its extension. */
  originalFileName: string
  /** The path of the file on the machine of the service. */
  originalPath: string
  /** Always left out, because it would repeat `ownerId`. */
  owner?: User | undefined
  /** The id of the user whose asset it is. */
  ownerId: string
  /** By name; hidden people are left out. */
  people: Person[]
  /** Whether the preview and the thumbnail exist. */
  resized: boolean
  /** The results of image recognition; left out when there are none. */
  smartInfo?: SmartInfo | undefined
  /** On the primary asset of a stack: its members, without a `stack` of their own. */
  stack?: Asset[] | undefined
  /** The number of members of the stack; 0 without a stack. */
  stackCount: number
  /** On a member of a stack: the id of the primary asset. */
  stackParentId: string | null
  /** All tags of the asset, by name. */
  tags: Tag[]
  /** The ThumbHash in base64; null until it is generated. */
  thumbhash: string | null
  /** Photo, video, sound or other file. */
  type: AssetType
  /** When the asset last changed. */
  updatedAt: string
}

/** The filters of a list of the caller's own assets. */
export interface AssetFilter {
  /** The maximum number of entries. */
  limit?: number | undefined
  /** The start of the page, from the `Link` of the previous page. */
  cursor?: string | undefined
  /** `true` for only archived assets, `false` for only the others; both by default. */
  isArchived?: boolean | undefined
  /** `true` for only favourites, `false` for only the others; both by default. */
  isFavorite?: boolean | undefined
  /** Only assets with this `updatedAt` or a later one. */
  updatedAfter?: string | undefined
  /** Only assets with this `updatedAt` or an earlier one. */
  updatedBefore?: string | undefined
  /** The maximum number of assets. Prefer `limit` and `cursor`, which never miss one. */
  take?: number | undefined
  /** How many of the first assets to skip. Prefer `cursor`, which is faster. */
  skip?: number | undefined
  /** The id of the caller. Any other id gets 404. */
  userId?: string | undefined
}

/** The record of a job: its current state for one asset and job name. */
export interface AssetJob {
  /** The id of the asset. */
  assetId: string
  /** The name of the job. */
  name: JobName
  /** How the job stands, or how it ended. */
  state: JobState
  /** How often the job was started since it was requested. */
  attempts: number
  /** Why the job was skipped or failed, or why its last attempt failed; for people. */
  reason: string | null
  /** When the job was requested. */
  queuedAt: string
  /** When the last attempt started. */
  startedAt: string | null
  /** When the last attempt ended. */
  finishedAt: string | null
}

/** The number of jobs in each state, by name. */
export interface AssetJobCounts {
  /** The jobs that create thumbnails and previews. */
  'regenerate-thumbnail': {
    /** Jobs that wait. */
    queued: number
    /** Jobs that a worker has begun. */
    running: number
    /** Jobs that are done. */
    succeeded: number
    /** Jobs that had nothing to do. */
    skipped: number
    /** Jobs that are not retried any more. */
    failed: number
  }
  /** The jobs that read the metadata of files. */
  'refresh-metadata': {
    /** Jobs that wait. */
    queued: number
    /** Jobs that a worker has begun. */
    running: number
    /** Jobs that are done. */
    succeeded: number
    /** Jobs that had nothing to do. */
    skipped: number
    /** Jobs that are not retried any more. */
    failed: number
  }
  /** The jobs that make videos playable in browsers. */
  'transcode-video': {
    /** Jobs that wait. */
    queued: number
    /** Jobs that a worker has begun. */
    running: number
    /** Jobs that are done. */
    succeeded: number
    /** Jobs that had nothing to do. */
    skipped: number
    /** Jobs that are not retried any more. */
    failed: number
  }
}

/** The filters of a list of job records. */
export interface AssetJobFilter {
  /** The maximum number of entries. */
  limit?: number | undefined
  /** The start of the page, from the `Link` of the previous page. */
  cursor?: string | undefined
  /** Only records of this asset. It may be repeated for up to 200 assets. */
  assetId?: string[] | undefined
  /** Only jobs of this name. */
  name?: JobName | undefined
  /** Only jobs in this state. */
  state?: JobState | undefined
}

/** `desc`: newest first. */
export type AssetOrder = 'asc' | 'desc'

/** A part of an asset. `asset` means the fields that are in none of the others. */
export type AssetPart = 'asset' | 'exifInfo' | 'smartInfo' | 'people' | 'tags' | 'stack'

/** The numbers of the caller's assets. */
export interface AssetStatistics {
  /** The number of assets of the type `IMAGE`. */
  images: number
  /** The number of assets of the type `VIDEO`. */
  videos: number
  /** The number of assets of all types. */
  total: number
}

/** The filters of a count of the caller's own assets. */
export interface AssetStatisticsFilter {
  /** `true` for only archived assets, `false` for only the others; both by default. */
  isArchived?: boolean | undefined
  /** `true` for only favourites, `false` for only the others; both by default. */
  isFavorite?: boolean | undefined
  /** `true` finds nothing, because trashed assets are never listed. */
  isTrashed?: boolean | undefined
}

/** The type of an asset. */
export type AssetType = 'IMAGE' | 'VIDEO' | 'AUDIO' | 'OTHER'

/** The query of getAssetInfo. */
export interface AssetView {
  /** Has no effect: there are no share links. */
  key?: string | undefined
}

/** The colour behind a user's initials. */
export type AvatarColor =
  | 'primary'
  | 'pink'
  | 'red'
  | 'yellow'
  | 'blue'
  | 'green'
  | 'purple'
  | 'orange'
  | 'gray'
  | 'amber'

/** The body of createAlbum. */
export interface CreateAlbum {
  /** May be empty, and may be the name of another album. */
  albumName: string
  /** The caller's own assets. The first becomes the cover. */
  assetIds?: string[] | undefined
  /** Text about the album; empty by default. */
  description?: string | undefined
  /** Active users. The caller's own id has no effect. */
  sharedWithUserIds?: string[] | undefined
}

/** How long listenToEvents waits. */
export interface EventFilter {
  /** Ends the response after the first events, or after this number of seconds without any. For clients behind a proxy that holds back unfinished responses. By default, the response does not end. */
  wait?: number | undefined
}

/** The metadata of a file. A field without a value is left out. */
export interface ExifInfo {
  /** The city where the photo was taken. */
  city?: string | undefined
  /** The country where the photo was taken. */
  country?: string | undefined
  /** When the photo was taken. */
  dateTimeOriginal?: string | undefined
  /** The caption in the file. */
  description?: string | undefined
  /** Pixels. */
  exifImageHeight?: number | undefined
  /** Pixels. */
  exifImageWidth?: number | undefined
  /** Seconds, as 1/100. */
  exposureTime?: string | undefined
  /** The aperture: 1.8 means f/1.8. */
  fNumber?: number | undefined
  /** The size of the file in bytes. */
  fileSizeInByte?: number | undefined
  /** Millimetres. */
  focalLength?: number | undefined
  /** The sensitivity (ISO). */
  iso?: number | undefined
  /** Degrees, north positive. */
  latitude?: number | undefined
  /** The lens. */
  lensModel?: string | undefined
  /** Degrees, east positive. */
  longitude?: number | undefined
  /** The maker of the camera. */
  make?: string | undefined
  /** The camera. */
  model?: string | undefined
  /** When the file was last changed, as its metadata says. */
  modifyDate?: string | undefined
  /** EXIF's orientation, 1 to 8. */
  orientation?: string | undefined
  /** The projection of a panorama, such as `EQUIRECTANGULAR`. */
  projectionType?: string | undefined
  /** The state or region where the photo was taken. */
  state?: string | undefined
  /** The time zone where the photo was taken, such as `Europe/Paris` or `UTC+2`. */
  timeZone?: string | undefined
}

/** A face in an asset. The box is in pixels of an image of `imageWidth` by `imageHeight`. */
export interface Face {
  /** The left edge of the box. */
  boundingBoxX1: number
  /** The right edge of the box. */
  boundingBoxX2: number
  /** The upper edge of the box. */
  boundingBoxY1: number
  /** The lower edge of the box. */
  boundingBoxY2: number
  /** The id of the face. */
  id: string
  /** The height of the image that the box refers to. */
  imageHeight: number
  /** The width of the image that the box refers to. */
  imageWidth: number
}

/** A fault of one part of the request. */
export interface FieldError {
  /** A JSON pointer (RFC 6901) into the body, or `/path/…`, `/query/…` or `/header/…`. */
  pointer: string
  /** A stable code for programs. */
  code: string
  /** For people. */
  detail: string
}

/** The query of downloadFile. */
export interface FileVersion {
  /** The asset's `updatedAt`. While it is the current one, the answer may be kept for good (RFC 8246). */
  v?: string | undefined
  /** Has no effect: there are no share links. */
  key?: string | undefined
}

/** Which file of an asset to answer. */
export interface FileView {
  /** The asset's `updatedAt`. While it is the current one, the answer may be kept for good (RFC 8246). */
  v?: string | undefined
  /** Has no effect: there are no share links. */
  key?: string | undefined
  /** `true`: the thumbnail of 250 px. */
  isThumb?: boolean | undefined
  /** `false`: the original, whether browsers can show it or not. */
  isWeb?: boolean | undefined
}

/** The name of a job. */
export type JobName = 'regenerate-thumbnail' | 'refresh-metadata' | 'transcode-video'

/** The state of a job. The last three are final. */
export type JobState = 'queued' | 'running' | 'succeeded' | 'skipped' | 'failed'

/** An asset of the caller was added, or returned from the trash. */
export interface AssetAddedEvent {
  /** The kind of the event. */
  type: 'asset.added'
  /** The id of the asset. */
  assetId: string
}

/** An asset that the caller may see changed. An own asset that has left the lists, such as for the trash, is reported once more; reading it then answers 404. */
export interface AssetUpdatedEvent {
  /** The kind of the event. */
  type: 'asset.updated'
  /** The id of the asset. */
  assetId: string
  /** The parts that changed. */
  changed: AssetPart[]
}

/** A job of the caller's own asset ended, and is not retried. */
export interface JobFinishedEvent {
  /** The kind of the event. */
  type: 'job.finished'
  /** The id of the asset. */
  assetId: string
  /** The name of the job. */
  name: JobName
  /** How the job ended. */
  state: 'succeeded' | 'skipped' | 'failed'
}

/** The caller created an album. */
export interface AlbumCreatedEvent {
  /** The kind of the event. */
  type: 'album.created'
  /** The id of the album. */
  albumId: string
}

/** An album was shared with more users. The owner and all shared users are told. */
export interface AlbumSharedEvent {
  /** The kind of the event. */
  type: 'album.shared'
  /** The id of the album. */
  albumId: string
  /** The users who were added. */
  userIds: string[]
}

/** Events may have been missed, because the `Last-Event-ID` is too old or unknown. Read everything anew. */
export interface ResetEvent {
  /** The kind of the event. */
  type: 'reset'
}

/** The `data` of an event as JSON. Its `type` is also the `event` of the event. */
export type LibraryEvent =
  | AssetAddedEvent
  | AssetUpdatedEvent
  | JobFinishedEvent
  | AlbumCreatedEvent
  | AlbumSharedEvent
  | ResetEvent

/** The session has ended. */
export interface LoggedOut {
  /** Always true. */
  successful: boolean
  /** The path of the login page of a front end, which does not start a new sign-in by itself. */
  redirectUri: string
}

/** A new session and its user. */
export interface Login {
  /** The session: send it as `Authorization: Bearer`. */
  accessToken: string
  /** The id of the user. */
  userId: string
  /** The e-mail address of the user. */
  userEmail: string
  /** The name of the user. */
  name: string
  /** Whether the user is an administrator. */
  isAdmin: boolean
  /** The path of a picture of the user; empty when there is none. */
  profileImagePath: string
  /** Always false: the service has no passwords. */
  shouldChangePassword: boolean
}

/** The URL at which the user signs in. */
export interface OAuthAuthorization {
  /** The address of the provider to which the user is sent. */
  url: string
}

/** The body of callback. */
export interface OAuthCallback {
  /** The complete address to which the provider redirected the user, with `code` and `state`. */
  url: string
}

/** How users can sign in. The optional fields are present when OAuth is enabled. */
export interface OAuthConfig {
  /** Whether users can sign in with a provider. */
  enabled: boolean
  /** Always false: the service has no passwords. */
  passwordLoginEnabled: boolean
  /** The URL at which the user signs in. */
  url?: string | undefined
  /** The text of the sign-in button. */
  buttonText?: string | undefined
  /** Whether a front end should start the sign-in without a click. */
  autoLaunch?: boolean | undefined
}

/** The body of generateOAuthConfig. */
export interface OAuthRedirect {
  /** The URI to which the provider redirects the user. */
  redirectUri: string
}

/** The page of a list; the whole list without `limit`. */
export interface Page {
  /** The maximum number of entries. */
  limit?: number | undefined
  /** The start of the page, from the `Link` of the previous page. */
  cursor?: string | undefined
}

/** A person in an asset, with their faces in it. */
export interface Person {
  /** YYYY-MM-DD; null when unknown. */
  birthDate: string | null
  /** The faces of the person in this asset. */
  faces: Face[]
  /** The id of the person. */
  id: string
  /** Always false, because hidden people are left out. */
  isHidden: boolean
  /** The name; empty until somebody gives one. */
  name: string
  /** The path of a picture of the face; empty when there is none. */
  thumbnailPath: string
}

/** A problem (RFC 9457): the body of every answer with a status of 400 or above, as `application/problem+json`. */
export interface Problem {
  /** A page of the server that explains the problem. */
  type: string
  /** What kind of problem it is, in a few words; the same for each `code`. */
  title: string
  /** The HTTP status. */
  status: number
  /** What is wrong with this request, and what to do; for people. */
  detail: string
  /** The request id, as `urn:uuid:…`. */
  instance: string
  /** The stable code by which programs decide. */
  code: ProblemCode
  /** The first 100. */
  errors?: FieldError[] | undefined
  /** The total number of errors; `errors` has at most the first 100. */
  errorCount?: number | undefined
}

/** The body of runAssetJobs. */
export interface RunAssetJobs {
  /** The caller's own assets. */
  assetIds: string[]
  /** The job to queue for each of them. */
  name: JobName
}

/** The settings that a front end needs before a user has signed in. */
export interface ServerConfig {
  /** Always empty: there are no share links. */
  externalDomain: string
  /** Whether the service has a user. */
  isInitialized: boolean
  /** The same as `isInitialized`: a service with a user needs no further setup. */
  isOnboarded: boolean
  /** Empty. */
  loginPageMessage: string
  /** The text of the sign-in button; empty while sign-in is off. */
  oauthButtonText: string
  /** Always 0: the service never empties the trash. */
  trashDays: number
  /** Always 0: the service never removes a deleted user. */
  userDeleteDelay: number
}

/** The enabled features. Programs written for Immich expect all of these fields; the service does not have every feature. */
export interface ServerFeatures {
  /** Whether users can sign in with a provider. */
  oauth: boolean
  /** Whether a front end should start the sign-in without a click. */
  oauthAutoLaunch: boolean
  /** false: the service has no passwords. */
  passwordLogin: boolean
  /** Whether places are named from coordinates. */
  reverseGeocoding: boolean
  /** Whether XMP side-cars are read. */
  sidecar: boolean
  /** Whether pictures are found by their content. */
  clipEncode: boolean
  /** Whether the configuration is a file. */
  configFile: boolean
  /** Whether faces are recognized. */
  facialRecognition: boolean
  /** Whether there is a map. */
  map: boolean
  /** Whether there is a search. */
  search: boolean
  /** Whether there is a search by content. */
  smartSearch: boolean
  /** Whether pictures are tagged by recognition. */
  tagImage: boolean
  /** Whether assets can be moved to a trash. */
  trash: boolean
}

/** The extensions of the files that the service accepts. */
export interface ServerMediaTypes {
  /** The extensions of images, with a dot, in alphabetical order. */
  image: string[]
  /** The extensions of side-car files. */
  sidecar: string[]
  /** The extensions of videos and sound files. */
  video: string[]
}

/** The service responds. */
export interface ServerPing {
  /** Always `pong`. */
  res: 'pong'
}

/** The version of the service (semver.org). */
export interface ServerVersion {
  /** Increases with incompatible changes. */
  major: number
  /** Increases with new features. */
  minor: number
  /** Increases with fixes. */
  patch: number
}

/** The body of signInWithCode. */
export interface SignInCode {
  /** The code of a link that `media-library` printed. */
  code: string
}

/** The results of image recognition for an asset. */
export interface SmartInfo {
  /** Names of objects in the picture. */
  objects?: string[] | undefined
  /** Words that describe the picture. */
  tags?: string[] | undefined
}

/** A label on assets of one user. */
export interface Tag {
  /** The id of the tag. */
  id: string
  /** The name of the tag. */
  name: string
  /** Where the tag comes from. */
  type: TagType
  /** The id of the user whose tag it is. */
  userId: string
}

/** The origin of a tag: object recognition, face recognition, or a person. */
export type TagType = 'OBJECT' | 'FACE' | 'CUSTOM'

/** `WEBP`: the thumbnail, 250 px on the shorter edge; `JPEG`: the preview, 1440 px. */
export type ThumbnailFormat = 'WEBP' | 'JPEG'

/** Which picture of an asset to answer. */
export interface ThumbnailView {
  /** The asset's `updatedAt`. While it is the current one, the answer may be kept for good (RFC 8246). */
  v?: string | undefined
  /** Has no effect: there are no share links. */
  key?: string | undefined
  /** `WEBP` when it is left out. */
  format?: ThumbnailFormat | undefined
}

/** A day or month, with the number of assets that were taken in it according to their `localDateTime`. */
export interface TimeBucket {
  /** The start of the day or month in the local time of the place of capture, written with `Z`. */
  timeBucket: string
  /** The number of its assets; at least 1. */
  count: number
}

/** The query of getTimeBucket. */
export interface TimeBucketFilter {
  /** Days or months. */
  size: TimeBucketSize
  /** An album that the caller may see; by default, the caller's own assets. */
  albumId?: string | undefined
  /** `true` for only archived assets, `false` for only the others; both by default. */
  isArchived?: boolean | undefined
  /** `true` for only favourites, `false` for only the others; both by default. */
  isFavorite?: boolean | undefined
  /** `true` finds nothing, because trashed assets are never listed. */
  isTrashed?: boolean | undefined
  /** `desc` by default. */
  order?: AssetOrder | undefined
  /** Only assets that show this person of the caller. */
  personId?: string | undefined
  /** The id of the caller. Any other id gets 404. */
  userId?: string | undefined
  /** Has no effect: there are no partners. */
  withPartners?: boolean | undefined
  /** `true` for only the primary asset of each stack. */
  withStacked?: boolean | undefined
  /** Has no effect: there are no share links. */
  key?: string | undefined
  /** The bucket that contains this time, such as a `timeBucket` of getTimeBuckets. */
  timeBucket: string
}

/** The length of a bucket. */
export type TimeBucketSize = 'DAY' | 'MONTH'

/** The query of getTimeBuckets. */
export interface TimelineFilter {
  /** Days or months. */
  size: TimeBucketSize
  /** An album that the caller may see; by default, the caller's own assets. */
  albumId?: string | undefined
  /** `true` for only archived assets, `false` for only the others; both by default. */
  isArchived?: boolean | undefined
  /** `true` for only favourites, `false` for only the others; both by default. */
  isFavorite?: boolean | undefined
  /** `true` finds nothing, because trashed assets are never listed. */
  isTrashed?: boolean | undefined
  /** `desc` by default. */
  order?: AssetOrder | undefined
  /** Only assets that show this person of the caller. */
  personId?: string | undefined
  /** The id of the caller. Any other id gets 404. */
  userId?: string | undefined
  /** Has no effect: there are no partners. */
  withPartners?: boolean | undefined
  /** `true` for only the primary asset of each stack. */
  withStacked?: boolean | undefined
  /** Has no effect: there are no share links. */
  key?: string | undefined
}

/** A user. The private fields of users other than the caller are blank. */
export interface User {
  /** The stored colour, or else one derived from the e-mail address. */
  avatarColor: AvatarColor
  /** When the user was added. */
  createdAt: string
  /** null while the user is active. */
  deletedAt: string | null
  /** The e-mail address. */
  email: string
  /** null when unset, and on users other than the caller. */
  externalPath: string | null
  /** The id of the user. */
  id: string
  /** Whether the user is an administrator. */
  isAdmin: boolean
  /** Whether the user wants to be shown memories. */
  memoriesEnabled?: boolean | undefined
  /** The name of the user. */
  name: string
  /** The `sub` at the provider; empty on users other than the caller. */
  oauthId: string
  /** The path of a picture of the user; empty when there is none. */
  profileImagePath: string
  /** Always false on users other than the caller. */
  shouldChangePassword: boolean
  /** null when unset, and on users other than the caller. */
  storageLabel: string | null
  /** When the user last changed. */
  updatedAt: string
}

/** The stable code of a problem. */
export type ProblemCode =
  | 'invalid_request'
  | 'malformed_json'
  | 'unusable_ids'
  | 'sign_in_off'
  | 'sign_in_failed'
  | 'unauthenticated'
  | 'forbidden'
  | 'sign_in_refused'
  | 'cross_origin'
  | 'not_found'
  | 'not_generated'
  | 'offline'
  | 'method_not_allowed'
  | 'not_acceptable'
  | 'request_timeout'
  | 'still_running'
  | 'precondition_failed'
  | 'payload_too_large'
  | 'unsupported_media_type'
  | 'range_not_satisfiable'
  | 'key_reused'
  | 'too_many_requests'
  | 'headers_too_large'
  | 'internal_error'
  | 'not_implemented'
  | 'unavailable'

/** The status of each problem, by its code. */
export interface ProblemStatuses {
  /** The request is not valid. Each entry of `errors` points to a part of the request and says what is wrong with it. */
  invalid_request: 400
  /** The body is not JSON. Send one JSON value in UTF-8. The detail names the position of the first fault. */
  malformed_json: 400
  /** Some ids cannot be used. The ids at the positions in `errors` do not exist, or you may not use them. Leave them out. Nothing was written. */
  unusable_ids: 400
  /** Sign-in with a provider is off. Use a key from `media-library key create`, or ask the operator to set `OAUTH_ISSUER`. */
  sign_in_off: 400
  /** The sign-in could not be finished. Begin a new sign-in, and finish it once, within 10 minutes, in the same browser. The detail says what was wrong. */
  sign_in_failed: 400
  /** A valid key is needed. Send a key in the header `x-api-key`, or in `Authorization: Bearer`. `media-library key create` creates one. Or sign in and send the session. */
  unauthenticated: 401
  /** You may not do this. Ask the owner to do it, or use a key whose scopes include the permission in the detail. */
  forbidden: 403
  /** The provider knows you, but you have no account here. Ask the operator for an account with the e-mail address that the provider has verified. */
  sign_in_refused: 403
  /** The request came from another site. With a session cookie, only pages of the same origin may change anything. Other clients send `Authorization: Bearer`. */
  cross_origin: 403
  /** There is no such thing. Check the path and the id in it. Things that you may not see get the same answer. */
  not_found: 404
  /** The thumbnail does not exist yet. With the header `Retry-After`, its job is queued or running: try again after those seconds. Without it, getAssetJobs says why there is none, and runAssetJobs with `regenerate-thumbnail` tries again. */
  not_generated: 404
  /** The file is missing. Its disk may be disconnected, or the file was moved. Put it back, or import its folder again. */
  offline: 404
  /** The path does not take this method. Use one of the methods in the header `Allow`. */
  method_not_allowed: 405
  /** Only JSON is available. Include `application/json` in the header `Accept`, or leave the header out. */
  not_acceptable: 406
  /** The request arrived too slowly. Send the whole request faster. On a slow connection, split it into smaller requests. */
  request_timeout: 408
  /** The first request with this key is still running. Try again after the seconds in the header `Retry-After`, with the same `Idempotency-Key`. */
  still_running: 409
  /** The file has changed. Repeat the request without `If-Match` and `If-Unmodified-Since`. */
  precondition_failed: 412
  /** The body is too large. Split the request into smaller ones. */
  payload_too_large: 413
  /** The body is not marked as JSON. Send JSON in UTF-8 with the header `Content-Type: application/json`. */
  unsupported_media_type: 415
  /** The file does not have these bytes. `Content-Range` says how many bytes the file has. Request some of them, or leave `Range` out. */
  range_not_satisfiable: 416
  /** The Idempotency-Key was used for another request. Use a new `Idempotency-Key` for a new request. A repeated request needs the same body. */
  key_reused: 422
  /** Too many requests. Try again after the seconds in the header `Retry-After`. `RateLimit` says how many requests are left. */
  too_many_requests: 429
  /** The headers are too large. Send fewer or shorter headers, and a shorter path. */
  headers_too_large: 431
  /** The server failed. This is a fault of the server. Tell its operator the `instance`, which identifies the entry in the log. */
  internal_error: 500
  /** The transfer coding is unknown. Send the body with `Transfer-Encoding: chunked` only. A compressed body needs `Content-Encoding`. */
  not_implemented: 501
  /** The service cannot answer now. Try again after the seconds in the header `Retry-After`. */
  unavailable: 503
}
