import type {
  Album,
  ApiKey,
  Asset,
  AssetJob,
  Face,
  JobName,
  LibraryEvent,
  Passkey,
  Person,
  SharedLink,
  Tag,
  User,
} from '@media-library/contract/schemas'
import type { Fixtures } from './fixtures.js'

/** A user who can call the fake service with `apiKey`. */
export type FakeUser = User & { apiKey: string }

/** A queued job of an asset. */
export interface QueuedJob {
  assetId: string
  name: JobName
}

/** The kind of a file: `original`, a picture of it, or the MP4 of a video. */
export type FileKind = 'original' | 'WEBP' | 'JPEG' | 'MP4'

/** The stored part of an album; the rest follows from its assets and users. */
export interface AlbumRecord
  extends Pick<Album, 'id' | 'albumName' | 'description' | 'order' | 'ownerId' | 'createdAt' | 'updatedAt'> {
  assetIds: string[]
  sharedUserIds: string[]
}

/** A key that a request created. */
export interface KeyRecord extends ApiKey {
  userId: string
  secret: string
}

/** The stored part of a link; the rest follows from its album or its assets. */
export interface LinkRecord
  extends Pick<
    SharedLink,
    | 'id'
    | 'key'
    | 'userId'
    | 'description'
    | 'allowDownload'
    | 'allowUpload'
    | 'showMetadata'
    | 'createdAt'
    | 'expiresAt'
  > {
  albumId: string | null
  assetIds: string[]
  password: string | null
  viewCount: number
  viewedAt: string | null
}

/** The data of the fake service. */
export type Store = ReturnType<typeof createStore>

/** Creates the data. Sign-in is off without `redirectUris`, to which the provider may redirect users. */
export function createStore(fixtures: Fixtures, redirectUris: string[]) {
  return {
    fixtures,
    redirectUris,
    users: new Map<string, FakeUser>(),
    assets: new Map<string, Asset>(),
    /** The faces that were taken off, by their ids, with whom they showed. */
    unnamed: new Map<string, { assetId: string; face: Face; person: Person }>(),
    tags: new Map<string, Tag & { assetIds: Set<string> }>(),
    albums: new Map<string, AlbumRecord>(),
    links: new Map<string, LinkRecord>(),
    /** The keys that requests created, besides the `apiKey` of each user. */
    keys: new Map<string, KeyRecord>(),
    /** The jobs by the id of the asset and the name. Those in the state `queued` have not ended. */
    jobs: new Map<string, AssetJob>(),
    /** The files by the id of the asset and the kind. */
    files: new Map<string, { content: Uint8Array<ArrayBuffer>; type: string }>(),
    /** The users whom the codes of links and of the provider sign in. */
    codes: new Map<string, string>(),
    /** The passwords of the users who have one. */
    passwords: new Map<string, string>(),
    /** The passkeys by their ids, with what their devices call them. */
    passkeys: new Map<string, Passkey & { userId: string; credentialId: string }>(),
    /** The codes and times of the open invitations, by the users. */
    invitations: new Map<string, { code: string; createdAt: string; expiresAt: string }>(),
    /** The sessions by their tokens. */
    sessions: new Map<string, { id: string; userId: string; createdAt: string }>(),
    /** The events with the users who get them, oldest first. The position after an event is its `id`. */
    events: [] as { event: LibraryEvent; userIds: string[] }[],
    /** Functions that are called when there are new events. */
    listeners: new Set<() => void>(),
  }
}

/** Sends an event to users. */
export function sendEvent(store: Store, userIds: string[], event: LibraryEvent): void {
  store.events.push({ event, userIds })
  for (const onEvent of store.listeners) onEvent()
}

/** Lists the given assets with all their tags, newest first: those in the trash, those that are not, or with null both. Hidden people are left out. */
export function selectAssets({ assets, tags }: Store, ids: Iterable<string>, trashed: boolean | null = false): Asset[] {
  return [...ids]
    .flatMap((id) => assets.get(id) ?? [])
    .filter(({ isTrashed }) => trashed === null || isTrashed === trashed)
    .map((asset) => ({
      ...asset,
      people: asset.people.filter(({ isHidden }) => !isHidden),
      tags: [...tags.values()].filter((tag) => tag.assetIds.has(asset.id)).map(showTag),
    }))
    .sort((a, b) => compare(b.fileCreatedAt, a.fileCreatedAt) || compare(b.id, a.id))
}

export function showTag({ assetIds: _, ...tag }: Tag & { assetIds: Set<string> }): Tag {
  return tag
}

/** Returns an album as the caller sees it. */
export function showAlbum(store: Store, { id: callerId }: FakeUser, album: AlbumRecord): Album {
  const { assetIds, sharedUserIds, ...record } = album
  const [owner] = showUser(store, album.ownerId, callerId)
  return store.fixtures.anAlbum({
    ...record,
    ...(owner && { owner }),
    albumThumbnailAssetId: assetIds.find((assetId) => !store.assets.get(assetId)?.isTrashed) ?? null,
    assets: selectAssets(store, assetIds),
    hasSharedLink: [...store.links.values()].some((link) => link.albumId === album.id && isOpen(link)),
    sharedUsers: sharedUserIds.flatMap((id) => showUser(store, id, callerId)),
  })
}

/** Returns whether a link has not expired. */
export function isOpen({ expiresAt }: Pick<LinkRecord, 'expiresAt'>): boolean {
  return expiresAt === null || Date.parse(expiresAt) > Date.now()
}

const hidden = {
  oauthId: '',
  storageLabel: null,
  externalPath: null,
  quotaSizeInBytes: null,
  quotaUsageInBytes: null,
  shouldChangePassword: false,
}

/**
 * Returns a user as the caller sees it, or nothing when there is no such user. Private fields are shown only to the
 * user themselves.
 */
export function showUser({ users }: Store, id: string, callerId: string): User[] {
  const user = users.get(id)
  if (!user) return []
  const { apiKey: _, ...visible } = user
  return [id === callerId ? visible : { ...visible, ...hidden }]
}

/** Compares texts by their code units. */
export function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}
