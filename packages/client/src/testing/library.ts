import type { Album, ApiKey, Asset, AssetJob, JobName, LibraryEvent, Tag, User } from '@media-library/contract/schemas'
import type { Fixtures } from './fixtures.js'

/** A user who can call the fake service with `apiKey`. */
export type FakeUser = User & { apiKey: string }

/** A job that waits for an asset. */
export interface QueuedJob {
  assetId: string
  name: JobName
}

/** `original`, what was made of it, or the MP4 of a video. */
export type FileKind = 'original' | 'WEBP' | 'JPEG' | 'MP4'

/** What is kept of an album; the rest follows from its assets and users. */
export interface AlbumRecord
  extends Pick<Album, 'id' | 'albumName' | 'description' | 'ownerId' | 'createdAt' | 'updatedAt'> {
  assetIds: string[]
  sharedUserIds: string[]
}

/** A key that a request made. */
export interface KeyRecord extends ApiKey {
  userId: string
  secret: string
}

/** What the fake service knows. */
export type Library = ReturnType<typeof createLibrary>

/** Sign-in is off without `redirectUris`, to which the provider may redirect users. */
export function createLibrary(fixtures: Fixtures, redirectUris: string[]) {
  return {
    fixtures,
    redirectUris,
    users: new Map<string, FakeUser>(),
    assets: new Map<string, Asset>(),
    tags: new Map<string, Tag & { assetIds: Set<string> }>(),
    albums: new Map<string, AlbumRecord>(),
    /** Beside the `apiKey` of each user. */
    keys: new Map<string, KeyRecord>(),
    /** By the id of the asset and the name. Those in the state `queued` wait. */
    jobs: new Map<string, AssetJob>(),
    /** By the id of the asset and the kind. */
    files: new Map<string, { content: Uint8Array<ArrayBuffer>; type: string }>(),
    /** The users whom codes sign in, of links and of the provider. */
    codes: new Map<string, string>(),
    /** By their tokens. */
    sessions: new Map<string, { id: string; userId: string; createdAt: string }>(),
    /** What users are told, oldest first; the position after an event is its `id`. */
    events: [] as { event: LibraryEvent; userIds: string[] }[],
    /** Called when there are new events. */
    listeners: new Set<() => void>(),
  }
}

/** Tells users of a change. */
export function tell(library: Library, userIds: string[], event: LibraryEvent): void {
  library.events.push({ event, userIds })
  for (const onEvent of library.listeners) onEvent()
}

/** The assets of those ids with all their tags, newest first: those that are in the trash, or those that are not. */
export function showAssets({ assets, tags }: Library, ids: Iterable<string>, trashed = false): Asset[] {
  return [...ids]
    .flatMap((id) => assets.get(id) ?? [])
    .filter(({ isTrashed }) => isTrashed === trashed)
    .map((asset) => ({ ...asset, tags: [...tags.values()].filter((tag) => tag.assetIds.has(asset.id)).map(showTag) }))
    .sort((a, b) => compare(b.fileCreatedAt, a.fileCreatedAt) || compare(b.id, a.id))
}

export function showTag({ assetIds: _, ...tag }: Tag & { assetIds: Set<string> }): Tag {
  return tag
}

/** An album as the caller sees it. */
export function showAlbum(library: Library, { id: callerId }: FakeUser, album: AlbumRecord): Album {
  const { assetIds, sharedUserIds, ...record } = album
  const [owner] = showUser(library, album.ownerId, callerId)
  return library.fixtures.anAlbum({
    ...record,
    ...(owner && { owner }),
    albumThumbnailAssetId: assetIds.find((assetId) => !library.assets.get(assetId)?.isTrashed) ?? null,
    assets: showAssets(library, assetIds),
    sharedUsers: sharedUserIds.flatMap((id) => showUser(library, id, callerId)),
  })
}

const hidden = { oauthId: '', storageLabel: null, externalPath: null, shouldChangePassword: false }

/** A user as the caller sees it, if there is one: private fields are the caller's own. */
export function showUser({ users }: Library, id: string, callerId: string): User[] {
  const user = users.get(id)
  if (!user) return []
  const { apiKey: _, ...shown } = user
  return [id === callerId ? shown : { ...shown, ...hidden }]
}

/** Compares texts by their code units, for a sort. */
export function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}
