import type {
  AddUsersToAlbum,
  Album,
  AlbumFilter,
  Asset,
  AssetFilter,
  AssetJob,
  AssetJobCounts,
  AssetJobFilter,
  AssetStatistics,
  AssetStatisticsFilter,
  CreateAlbum,
  FileView,
  OAuthConfig,
  OAuthRedirect,
  RunAssetJobs,
  ServerConfig,
  ServerMediaTypes,
  ServerPing,
  ServerVersion,
  Tag,
  ThumbnailView,
  TimeBucket,
  TimeBucketFilter,
  TimelineFilter,
  User,
} from '@media-library/contract/schemas'
import { type Call, createCall } from './call.js'
import { warnOnce } from './deprecation.js'
import type {
  AlbumOptions,
  CallOptions,
  ClientOptions,
  FileOptions,
  KeyedOptions,
  ListOptions,
  PageOptions,
} from './options.js'
import { eachOf, type List, listOf, nextCursorOf, type TagAssetsPage, type Unchanged } from './pages.js'
import { type Request, urlOf } from './request.js'
import type { Operation } from './routes.js'

/** The operations. Each resolves to what its success holds and rejects with a `MediaLibraryError`. */
export interface Client {
  /** Makes an album with the given assets, shared with the given users, or nothing at all. */
  createAlbum(album: CreateAlbum, options?: AlbumOptions & KeyedOptions): Promise<Album>
  /** Shares an album of the caller with more users. Repeating it changes nothing. */
  addUsersToAlbum(albumId: string, users: AddUsersToAlbum, options?: AlbumOptions): Promise<Album>
  /** All assets that carry a tag of the caller, newest first; a page of them with `limit`. */
  getTagAssets(tagId: string, options?: PageOptions): Promise<Asset[]>
  /** getTagAssets with what leads to the next page, and with the `etag` that names this state of the list. */
  getTagAssetsPage(tagId: string, options?: PageOptions & { etag?: undefined }): Promise<TagAssetsPage>
  /** The same, or `{ status: 'unchanged' }` while the list is still what the `etag` of an earlier page says. */
  getTagAssetsPage(
    tagId: string,
    options: PageOptions & { etag: string | undefined },
  ): Promise<TagAssetsPage | Unchanged>
  /** The assets of a tag one by one, read page by page: `for await (const asset of client.listTagAssets(tagId))`. */
  listTagAssets(tagId: string, options?: ListOptions): AsyncGenerator<Asset>
  /** Queues the job for each asset. A job that waits already is queued once. */
  runAssetJobs(jobs: RunAssetJobs, options?: KeyedOptions): Promise<void>
  /** @deprecated May be removed in a future version; replaced by the feature flags and `/api/oauth/authorize`. */
  generateOAuthConfig(redirect: OAuthRedirect, options?: CallOptions): Promise<OAuthConfig>
  /** The tags of the caller, by name. */
  getAllTags(options?: CallOptions): Promise<Tag[]>
  /** A tag of the caller. */
  getTagById(tagId: string, options?: CallOptions): Promise<Tag>
  /** All active users, the caller among them: whom an album can be shared with. */
  getAllUsers(options?: CallOptions): Promise<User[]>
  /** The caller. */
  getMyUserInfo(options?: CallOptions): Promise<User>
  /** The albums that the caller owns, or those that the filter names, without their assets; newest `updatedAt` first. */
  getAllAlbums(filter?: AlbumFilter, options?: CallOptions): List<Album>
  /** An album that the caller owns or is shared with, with its assets, newest first; without them when `minimal`. */
  getAlbumInfo(albumId: string, options?: AlbumOptions): Promise<Album>
  /** The caller's own assets, newest first: `for await (const asset of client.getAllAssets({ isFavorite: true }))`. */
  getAllAssets(filter?: AssetFilter, options?: CallOptions): List<Asset>
  /** How many assets the caller has. */
  getAssetStatistics(filter?: AssetStatisticsFilter, options?: CallOptions): Promise<AssetStatistics>
  /** The days or months in which assets were taken, newest first, with the number of their assets. */
  getTimeBuckets(timeline: TimelineFilter, options?: CallOptions): Promise<TimeBucket[]>
  /** The assets of a day or month, newest first. */
  getTimeBucket(timeline: TimeBucketFilter, options?: CallOptions): Promise<Asset[]>
  /** An asset that the caller owns, or sees by an album that holds it. */
  getAssetInfo(assetId: string, options?: CallOptions): Promise<Asset>
  /** The version of the service. */
  getServerVersion(options?: CallOptions): Promise<ServerVersion>
  /** `pong`, while the service answers. */
  pingServer(options?: CallOptions): Promise<ServerPing>
  /** What a login page needs. */
  getServerConfig(options?: CallOptions): Promise<ServerConfig>
  /** How the names of the files end that the service takes. */
  getSupportedMediaTypes(options?: CallOptions): Promise<ServerMediaTypes>
  /** How the jobs of the caller's own assets stand, newest asset first: all, or those that the filter names. */
  getAssetJobs(filter?: AssetJobFilter, options?: CallOptions): List<AssetJob>
  /** How many jobs of the caller's own assets are in each state, by name. */
  getJobCounts(options?: CallOptions): Promise<AssetJobCounts>
  /** The thumbnail of an asset, or its preview with `format: 'JPEG'`: `await (await …).blob()`, or read its `body` as it comes. */
  getAssetThumbnail(assetId: string, view?: ThumbnailView, options?: FileOptions): Promise<Response>
  /** The file of an asset in a form that browsers show. */
  serveFile(assetId: string, view?: FileView, options?: FileOptions): Promise<Response>
  /** The original of an asset. */
  downloadOriginal(assetId: string, options?: FileOptions): Promise<Response>
  /** Where the thumbnail of an asset is, for pages that are signed in; a browser keeps it until the asset changes. */
  thumbnailUrl(asset: FileRef, view?: Pick<ThumbnailView, 'format'>): string
}

/** What of an asset names its files as they are. */
export type FileRef = Pick<Asset, 'id' | 'updatedAt'>

/** The operations over a way to call them. */
export function clientOver(call: Call, baseUrl: string): Client {
  const getTagAssetsPage = (async (
    id: string,
    { limit, cursor, etag, ...options }: PageOptions & { etag?: string | undefined } = {},
  ): Promise<TagAssetsPage | Unchanged> => {
    const headers: Record<string, string> = etag ? { 'if-none-match': etag } : {}
    const request = { id, query: { limit, cursor }, headers, repeatable: true }
    const answer = await call('getTagAssets', request, options)
    if (etag && answer.status === 304) return { status: 'unchanged', etag }
    return {
      status: 'ok',
      assets: answer.body as Asset[],
      etag: answer.headers.get('etag') ?? undefined,
      nextCursor: nextCursorOf(answer.headers.get('link')),
    }
  }) as Client['getTagAssetsPage']

  /** Reads what an operation answers; reading twice does no harm. */
  const read = async <Body>(operation: Operation, request: Omit<Request, 'repeatable'>, options?: CallOptions) =>
    (await call(operation, { ...request, repeatable: true }, options)).body as Body

  const list = <Item>(operation: Operation, query: Request['query'] & PagePart = {}, options?: CallOptions) =>
    listOf<Item>(async (part) => {
      const { body, headers } = await call(operation, { query: { ...query, ...part }, repeatable: true }, options)
      return { items: body as Item[], nextCursor: nextCursorOf(headers.get('link')) }
    }, query)

  const load = async (
    operation: Operation,
    request: Omit<Request, 'repeatable'>,
    { range, etag, ...options }: FileOptions = {},
  ) => {
    const headers = { ...(range && { range }), ...(etag && { 'if-none-match': etag }) }
    return (await call(operation, { ...request, headers, isFile: true, repeatable: true }, options)).body as Response
  }

  return {
    createAlbum: async (body, options) => {
      const headers = { ...preferOf(options), ...keyOf(options) }
      return (await call('createAlbum', { body, headers, repeatable: true }, options)).body as Album
    },
    addUsersToAlbum: async (id, body, options) => {
      const request = { id, body, headers: preferOf(options), repeatable: true }
      return (await call('addUsersToAlbum', request, options)).body as Album
    },
    getTagAssets: async (id, options) => (await getTagAssetsPage(id, { ...options, etag: undefined })).assets,
    getTagAssetsPage,
    listTagAssets: (id, { pageSize: limit = 500, ...options } = {}) =>
      eachOf(async (cursor) => {
        const { assets: items, nextCursor } = await getTagAssetsPage(id, { ...options, limit, cursor })
        return { items, nextCursor }
      }),
    runAssetJobs: async (body, options) => {
      await call('runAssetJobs', { body, headers: keyOf(options), repeatable: true }, options)
    },
    generateOAuthConfig: async (body, options) => {
      warnOnce('generateOAuthConfig is deprecated: use the feature flags and /api/oauth/authorize.')
      return (await call('generateOAuthConfig', { body, repeatable: false }, options)).body as OAuthConfig
    },
    getAllTags: (options) => read('getAllTags', {}, options),
    getTagById: (id, options) => read('getTagById', { id }, options),
    getAllUsers: (options) => read('getAllUsers', {}, options),
    getMyUserInfo: (options) => read('getMyUserInfo', {}, options),
    getAllAlbums: (filter, options) => list('getAllAlbums', filter, options),
    getAlbumInfo: (id, { minimal, ...options } = {}) =>
      read('getAlbumInfo', { id, query: { withoutAssets: minimal } }, options),
    getAllAssets: (filter, options) => list('getAllAssets', filter, options),
    getAssetStatistics: (query, options) => read('getAssetStatistics', { query }, options),
    getTimeBuckets: (query, options) => read('getTimeBuckets', { query }, options),
    getTimeBucket: (query, options) => read('getTimeBucket', { query }, options),
    getAssetInfo: (id, options) => read('getAssetInfo', { id }, options),
    getServerVersion: (options) => read('getServerVersion', {}, options),
    pingServer: (options) => read('pingServer', {}, options),
    getServerConfig: (options) => read('getServerConfig', {}, options),
    getSupportedMediaTypes: (options) => read('getSupportedMediaTypes', {}, options),
    getAssetJobs: (filter, options) => list('getAssetJobs', filter, options),
    getJobCounts: (options) => read('getJobCounts', {}, options),
    getAssetThumbnail: (id, query, options) => load('getAssetThumbnail', { id, query }, options),
    serveFile: (id, query, options) => load('serveFile', { id, query }, options),
    downloadOriginal: (id, options) => load('downloadOriginal', { id }, options),
    thumbnailUrl: ({ id, updatedAt }, { format } = {}) =>
      urlOf(baseUrl, 'getAssetThumbnail', { id, query: { format, v: updatedAt } }),
  } satisfies Client & Record<Operation, unknown>
}

type PagePart = Pick<PageOptions, 'limit' | 'cursor'>

/**
 * A client of the service, over fetch alone: for Node, browsers, React Native and edge runtimes.
 *
 * ```ts
 * const client = createClient({ baseUrl: 'http://127.0.0.1:2283', apiKey })
 * const album = await client.createAlbum({ albumName: 'Summer', assetIds })
 * ```
 */
export function createClient(options: ClientOptions): Client {
  return clientOver(createCall(options), options.baseUrl)
}

function preferOf({ minimal }: AlbumOptions = {}): Record<string, string> {
  return minimal ? { prefer: 'return=minimal' } : {}
}

function keyOf({ idempotencyKey = newKey() }: KeyedOptions = {}) {
  return { 'idempotency-key': idempotencyKey }
}

/** Unique is enough: the service keeps keys apart by user. Web Crypto is missing on plain HTTP and in React Native. */
function newKey() {
  return globalThis.crypto?.randomUUID?.() ?? `${Date.now()}-${Math.random()}-${Math.random()}`
}
