import type { Client } from './client.js'
import type { ListPage } from './pages.js'
import type {
  AddUsersToAlbum,
  AlbumFilter,
  AssetFilter,
  CreateAlbum,
  RunAssetJobs,
  TimeBucketFilter,
  TimelineFilter,
} from './types.js'

interface QueryContext {
  /** Gives the query up. */
  signal: AbortSignal
}

interface PageSize {
  /** 1 to 1,000; 100. */
  pageSize?: number | undefined
}

type PagePart = Pick<AlbumFilter, 'limit' | 'cursor'>

/**
 * The operations as options of TanStack Query, 5 or later, for any framework:
 * `useQuery(queries.tagAssets(tagId))`, `useMutation(queries.createAlbum())`.
 * The client tries again by itself, so queries do not.
 */
export function createQueries(client: Client) {
  return {
    /** All assets of a tag. */
    tagAssets: (tagId: string) => ({
      queryKey: assetsKey(tagId),
      queryFn: async ({ signal }: QueryContext) => (await client.getTagAssets(tagId, { signal })).items,
      retry: false,
    }),

    /** The assets of a tag page by page: for `useInfiniteQuery`. */
    tagAssetPages: (tagId: string, { pageSize = 100 }: PageSize = {}) => ({
      queryKey: [...assetsKey(tagId), 'pages', pageSize] as const,
      queryFn: async ({ signal, pageParam }: QueryContext & { pageParam: string | undefined }) =>
        client.getTagAssets(tagId, { signal, limit: pageSize, cursor: pageParam }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ nextCursor }: ListPage<unknown>) => nextCursor,
      retry: false,
    }),

    /** The tags of the caller. */
    tags: () => ({
      queryKey: ['media-library', 'tags'] as const,
      queryFn: ({ signal }: QueryContext) => client.getAllTags({ signal }),
      retry: false,
    }),

    /** The users whom an album can be shared with. */
    users: () => ({
      queryKey: ['media-library', 'users'] as const,
      queryFn: ({ signal }: QueryContext) => client.getAllUsers({ signal }),
      retry: false,
    }),

    /** The caller. */
    me: () => ({
      queryKey: ['media-library', 'users', 'me'] as const,
      queryFn: ({ signal }: QueryContext) => client.getMyUserInfo({ signal }),
      retry: false,
    }),

    /** All albums that a filter names, without their assets. */
    albums: (filter: Omit<AlbumFilter, keyof PagePart> = {}) => ({
      queryKey: ['media-library', 'albums', filter] as const,
      queryFn: async ({ signal }: QueryContext) => (await client.getAllAlbums(filter, { signal })).items,
      retry: false,
    }),

    /** An album with its assets. */
    album: (albumId: string) => ({
      queryKey: ['media-library', 'albums', albumId] as const,
      queryFn: ({ signal }: QueryContext) => client.getAlbumInfo(albumId, { signal }),
      retry: false,
    }),

    /** The caller's own assets page by page: for `useInfiniteQuery`. */
    assetPages: (
      filter: Omit<AssetFilter, keyof PagePart | 'take' | 'skip'> = {},
      { pageSize = 100 }: PageSize = {},
    ) => ({
      queryKey: ['media-library', 'assets', 'pages', filter, pageSize] as const,
      queryFn: async ({ signal, pageParam }: QueryContext & { pageParam: string | undefined }) =>
        client.getAllAssets({ ...filter, limit: pageSize, cursor: pageParam }, { signal }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ nextCursor }: ListPage<unknown>) => nextCursor,
      retry: false,
    }),

    /** An asset. */
    asset: (assetId: string) => ({
      queryKey: ['media-library', 'assets', assetId] as const,
      queryFn: ({ signal }: QueryContext) => client.getAssetInfo(assetId, { signal }),
      retry: false,
    }),

    /** The days or months in which assets were taken. */
    timeBuckets: (timeline: TimelineFilter) => ({
      queryKey: ['media-library', 'timeline', timeline] as const,
      queryFn: ({ signal }: QueryContext) => client.getTimeBuckets(timeline, { signal }),
      retry: false,
    }),

    /** The assets of a day or month. */
    timeBucket: (timeline: TimeBucketFilter) => ({
      queryKey: ['media-library', 'timeline', timeline] as const,
      queryFn: ({ signal }: QueryContext) => client.getTimeBucket(timeline, { signal }),
      retry: false,
    }),

    /** Creates an album. */
    createAlbum: () => ({
      mutationKey: ['media-library', 'createAlbum'] as const,
      mutationFn: (album: CreateAlbum) => client.createAlbum(album),
    }),

    /** Shares an album with more users. */
    addUsersToAlbum: (albumId: string) => ({
      mutationKey: ['media-library', 'addUsersToAlbum', albumId] as const,
      mutationFn: (users: AddUsersToAlbum) => client.addUsersToAlbum(albumId, users),
    }),

    /** Queues a job for assets. */
    runAssetJobs: () => ({
      mutationKey: ['media-library', 'runAssetJobs'] as const,
      mutationFn: (jobs: RunAssetJobs) => client.runAssetJobs(jobs),
    }),
  }
}

function assetsKey(tagId: string) {
  return ['media-library', 'tags', tagId, 'assets'] as const
}
