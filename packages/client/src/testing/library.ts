import type { Album, Asset, AssetJob, JobName, LibraryEvent, Tag, User } from '../types/index.js'
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

/** A file of an asset. */
export interface FakeFile {
  kind: FileKind
  content: Uint8Array<ArrayBuffer>
  /** Its media type. */
  type: string
}

/** A session: who is signed in, and since when. */
export interface FakeSession {
  id: string
  userId: string
  createdAt: string
}

/** An event, and who is told of it. */
export interface FakeEvent {
  event: LibraryEvent
  userIds: string[]
}

/** What is kept of an album; the rest follows from its assets and users. */
export interface AlbumRecord {
  id: string
  albumName: string
  description: string
  ownerId: string
  assetIds: string[]
  sharedUserIds: string[]
  createdAt: string
  updatedAt: string
}

/** What the fake service knows. */
export interface Library {
  users: Map<string, FakeUser>
  assets: Map<string, Asset>
  tags: Map<string, Tag & { assetIds: Set<string> }>
  albums: Map<string, AlbumRecord>
  jobs: QueuedJob[]
  /** How each job stands, by the id of its asset and its name. */
  records: Map<string, AssetJob>
  /** What users are told, oldest first; the position after an event is its `id`. */
  events: FakeEvent[]
  /** Called when there are new events. */
  listeners: Set<() => void>
  /** By the id of the asset and the kind. */
  files: Map<string, FakeFile>
  /** Where users may come back from the provider; empty while sign-in is off. */
  redirectUris: string[]
  /** The redirect URI of each sign-in that has begun, by its state. */
  signIns: Map<string, string>
  /** Who signed in at the provider, by the code that it gave. */
  codes: Map<string, { state: string; userId: string }>
  /** The user of each link that signs in, by its code. */
  links: Map<string, string>
  /** The sessions, by their tokens. */
  sessions: Map<string, FakeSession>
}

export function createLibrary(redirectUris: string[]): Library {
  return {
    users: new Map(),
    assets: new Map(),
    tags: new Map(),
    albums: new Map(),
    jobs: [],
    records: new Map(),
    events: [],
    listeners: new Set(),
    files: new Map(),
    redirectUris,
    signIns: new Map(),
    codes: new Map(),
    links: new Map(),
    sessions: new Map(),
  }
}

/** The record of a job that waits from now on. */
export function queuedJob({ assetId, name }: QueuedJob): AssetJob {
  const queuedAt = new Date().toISOString()
  return { assetId, name, state: 'queued', attempts: 0, reason: null, queuedAt, startedAt: null, finishedAt: null }
}

/** The assets of those ids with all their tags, newest first, without those in the trash. */
export function showAssets({ assets, tags }: Library, ids: Iterable<string>): Asset[] {
  return [...ids]
    .flatMap((id) => assets.get(id) ?? [])
    .filter(({ isTrashed }) => !isTrashed)
    .map((asset) => ({
      ...asset,
      tags: [...tags.values()]
        .filter(({ assetIds }) => assetIds.has(asset.id))
        .map(({ assetIds: _, ...tag }) => tag)
        .sort((a, b) => order(a.name, b.name) || order(a.id, b.id)),
    }))
    .sort((a, b) => order(b.fileCreatedAt, a.fileCreatedAt) || order(b.id, a.id))
}

const hidden = { oauthId: '', storageLabel: null, externalPath: null, shouldChangePassword: false }

/** An album as the caller sees it; without its assets when `minimal`. */
export function showAlbum(
  library: Library,
  fixtures: Fixtures,
  { assetIds, sharedUserIds, ownerId, ...record }: AlbumRecord,
  { callerId, minimal }: { callerId: string; minimal: boolean },
): Album {
  const [owner] = showUser(library, ownerId, callerId)
  const album = fixtures.anAlbum({
    ...record,
    ...(owner && { owner }),
    albumThumbnailAssetId: assetIds[0] ?? null,
    assets: showAssets(library, assetIds),
    sharedUsers: sharedUserIds.flatMap((id) => showUser(library, id, callerId)),
  })
  return minimal ? { ...album, assets: [] } : album
}

/** A user as the caller sees it: private fields are the caller's own. */
export function showUser({ users }: Library, id: string, callerId: string): User[] {
  const user = users.get(id)
  if (!user) return []
  const { apiKey: _, ...shown } = user
  return [id === callerId ? shown : { ...shown, ...hidden }]
}

function order(a: string, b: string) {
  return a < b ? -1 : Number(a > b)
}
