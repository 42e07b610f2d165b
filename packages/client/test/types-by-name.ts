// Written by scripts/write-types.ts from the schemas of the contract. Do not edit it: run `pnpm types`.

import type {
  AddUsersToAlbum,
  Album,
  AlbumCount,
  AlbumFilter,
  AlbumView,
  ApiKey,
  ApiKeyWithSecret,
  Asset,
  AssetFilter,
  AssetIdResult,
  AssetIds,
  AssetJob,
  AssetJobCounts,
  AssetJobFilter,
  AssetOrder,
  AssetPart,
  AssetStatistics,
  AssetStatisticsFilter,
  AssetType,
  AssetView,
  AuthDevice,
  AvatarColor,
  BulkIdResult,
  BulkIds,
  BulkUploadItem,
  BulkUploadResult,
  BulkUploadResults,
  CheckBulkUpload,
  CreateAlbum,
  CreateApiKey,
  CreateTag,
  DeleteAssets,
  DownloadArchive,
  DownloadInfo,
  DownloadQuestion,
  EventFilter,
  ExifInfo,
  Face,
  FieldError,
  FileVersion,
  FileView,
  JobName,
  JobState,
  KeyScope,
  LibraryEvent,
  LoggedOut,
  Login,
  OAuthAuthorization,
  OAuthCallback,
  OAuthConfig,
  OAuthRedirect,
  Page,
  Person,
  Problem,
  RunAssetJobs,
  ServerConfig,
  ServerFeatures,
  ServerMediaTypes,
  ServerPing,
  ServerVersion,
  ShareKey,
  SignInCode,
  SmartInfo,
  Tag,
  TagType,
  ThumbnailFormat,
  ThumbnailView,
  TimeBucket,
  TimeBucketFilter,
  TimeBucketSize,
  TimelineFilter,
  UpdateAlbum,
  UpdateApiKey,
  UpdateAsset,
  UpdateAssets,
  UpdateTag,
  UploadFile,
  UploadResult,
  User,
} from '../src/types/index.js'

export interface Types {
  AddUsersToAlbum: AddUsersToAlbum
  Album: Album
  AlbumCount: AlbumCount
  AlbumFilter: AlbumFilter
  AlbumView: AlbumView
  ApiKey: ApiKey
  ApiKeyWithSecret: ApiKeyWithSecret
  Asset: Asset
  AssetFilter: AssetFilter
  AssetIdResult: AssetIdResult
  AssetIds: AssetIds
  AssetJob: AssetJob
  AssetJobCounts: AssetJobCounts
  AssetJobFilter: AssetJobFilter
  AssetOrder: AssetOrder
  AssetPart: AssetPart
  AssetStatistics: AssetStatistics
  AssetStatisticsFilter: AssetStatisticsFilter
  AssetType: AssetType
  AssetView: AssetView
  AuthDevice: AuthDevice
  AvatarColor: AvatarColor
  BulkIdResult: BulkIdResult
  BulkIds: BulkIds
  BulkUploadItem: BulkUploadItem
  BulkUploadResult: BulkUploadResult
  BulkUploadResults: BulkUploadResults
  CheckBulkUpload: CheckBulkUpload
  CreateAlbum: CreateAlbum
  CreateApiKey: CreateApiKey
  CreateTag: CreateTag
  DeleteAssets: DeleteAssets
  DownloadArchive: DownloadArchive
  DownloadInfo: DownloadInfo
  DownloadQuestion: DownloadQuestion
  EventFilter: EventFilter
  ExifInfo: ExifInfo
  Face: Face
  FieldError: FieldError
  FileVersion: FileVersion
  FileView: FileView
  JobName: JobName
  JobState: JobState
  KeyScope: KeyScope
  LibraryEvent: LibraryEvent
  LoggedOut: LoggedOut
  Login: Login
  OAuthAuthorization: OAuthAuthorization
  OAuthCallback: OAuthCallback
  OAuthConfig: OAuthConfig
  OAuthRedirect: OAuthRedirect
  Page: Page
  Person: Person
  Problem: Problem
  RunAssetJobs: RunAssetJobs
  ServerConfig: ServerConfig
  ServerFeatures: ServerFeatures
  ServerMediaTypes: ServerMediaTypes
  ServerPing: ServerPing
  ServerVersion: ServerVersion
  ShareKey: ShareKey
  SignInCode: SignInCode
  SmartInfo: SmartInfo
  Tag: Tag
  TagType: TagType
  ThumbnailFormat: ThumbnailFormat
  ThumbnailView: ThumbnailView
  TimeBucket: TimeBucket
  TimeBucketFilter: TimeBucketFilter
  TimeBucketSize: TimeBucketSize
  TimelineFilter: TimelineFilter
  UpdateAlbum: UpdateAlbum
  UpdateApiKey: UpdateApiKey
  UpdateAsset: UpdateAsset
  UpdateAssets: UpdateAssets
  UpdateTag: UpdateTag
  UploadFile: UploadFile
  UploadResult: UploadResult
  User: User
}
