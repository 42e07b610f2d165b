import * as sdk from '@immich/sdk'
import { expect } from 'vitest'

/** A field that an answer must have: its type in the app, which reads times as such; text that is one of a list is that list. */
type Kind<Value> = Value extends boolean
  ? 'bool'
  : Value extends number
    ? 'int' | 'num'
    : Value extends string
      ? 'string' | 'date' | readonly string[]
      : Value extends readonly unknown[]
        ? 'list'
        : 'map'

/** The fields of a type of the SDK that are neither optional nor nullable: the decoder of the same release fails without them. */
type Required<Answer> = {
  [Field in keyof Answer as null extends Answer[Field] ? never : undefined extends Answer[Field] ? never : Field]: Kind<
    Answer[Field]
  >
}

interface Answers {
  User: Required<sdk.UserResponseDto>
  Asset: Required<sdk.AssetResponseDto>
  Album: Required<sdk.AlbumResponseDto>
  Login: Required<sdk.LoginResponseDto>
  Config: Required<sdk.ServerConfigDto>
  Features: Required<sdk.ServerFeaturesDto>
  Version: Required<sdk.ServerVersionResponseDto>
  Disk: Required<sdk.ServerInfoResponseDto>
  Deletes: Required<sdk.AuditDeletesResponseDto>
  Existing: Required<sdk.CheckExistingAssetsResponseDto>
  Upload: Required<sdk.AssetFileUploadResponseDto>
}

/** The compiler compares these with `@immich/sdk` 1.100.0: no field is missing, and none is too many. */
const REQUIRED: Answers = {
  User: {
    avatarColor: Object.values(sdk.UserAvatarColor),
    createdAt: 'date',
    email: 'string',
    id: 'string',
    isAdmin: 'bool',
    name: 'string',
    oauthId: 'string',
    profileImagePath: 'string',
    shouldChangePassword: 'bool',
    status: Object.values(sdk.UserStatus),
    updatedAt: 'date',
  },
  Asset: {
    checksum: 'string',
    deviceAssetId: 'string',
    deviceId: 'string',
    duration: 'string',
    fileCreatedAt: 'date',
    fileModifiedAt: 'date',
    hasMetadata: 'bool',
    id: 'string',
    isArchived: 'bool',
    isExternal: 'bool',
    isFavorite: 'bool',
    isOffline: 'bool',
    isReadOnly: 'bool',
    isTrashed: 'bool',
    libraryId: 'string',
    localDateTime: 'date',
    originalFileName: 'string',
    originalPath: 'string',
    ownerId: 'string',
    resized: 'bool',
    type: Object.values(sdk.AssetTypeEnum),
    updatedAt: 'date',
  },
  Album: {
    albumName: 'string',
    assetCount: 'int',
    assets: 'list',
    createdAt: 'date',
    description: 'string',
    hasSharedLink: 'bool',
    id: 'string',
    isActivityEnabled: 'bool',
    owner: 'map',
    ownerId: 'string',
    shared: 'bool',
    sharedUsers: 'list',
    updatedAt: 'date',
  },
  Login: {
    accessToken: 'string',
    isAdmin: 'bool',
    name: 'string',
    profileImagePath: 'string',
    shouldChangePassword: 'bool',
    userEmail: 'string',
    userId: 'string',
  },
  Config: {
    externalDomain: 'string',
    isInitialized: 'bool',
    isOnboarded: 'bool',
    loginPageMessage: 'string',
    oauthButtonText: 'string',
    trashDays: 'int',
    userDeleteDelay: 'int',
  },
  Features: {
    configFile: 'bool',
    facialRecognition: 'bool',
    map: 'bool',
    oauth: 'bool',
    oauthAutoLaunch: 'bool',
    passwordLogin: 'bool',
    reverseGeocoding: 'bool',
    search: 'bool',
    sidecar: 'bool',
    smartSearch: 'bool',
    trash: 'bool',
  },
  Version: { major: 'int', minor: 'int', patch: 'int' },
  Disk: {
    diskAvailable: 'string',
    diskAvailableRaw: 'int',
    diskSize: 'string',
    diskSizeRaw: 'int',
    diskUsagePercentage: 'num',
    diskUse: 'string',
    diskUseRaw: 'int',
  },
  Deletes: { ids: 'list', needsFullSync: 'bool' },
  Existing: { existingIds: 'list' },
  Upload: { duplicate: 'bool', id: 'string' },
}

const types: Record<string, (value: unknown) => boolean> = {
  string: (value) => typeof value === 'string',
  bool: (value) => typeof value === 'boolean',
  int: Number.isInteger,
  num: (value) => typeof value === 'number',
  date: (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value)),
  list: Array.isArray,
  map: (value) => typeof value === 'object' && value !== null,
}

/** Decodes an answer as the app does. Throws with the fields that it would miss. */
export function decode<Body extends object>(name: keyof Answers, body: Body): Body {
  const values = new Map(Object.entries(body))
  const faulty = Object.entries<string | readonly string[]>(REQUIRED[name])
    .filter(([field, kind]) => {
      const value = values.get(field)
      return !(typeof kind === 'string' ? types[kind]?.(value) : kind.includes(value))
    })
    .map(([field]) => field)
  expect([name, faulty]).toEqual([name, []])
  return body
}
