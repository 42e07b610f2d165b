import type { AddUsersToAlbum, CreateAlbum, RunAssetJobs } from '@media-library/contract/schemas'
import type { Client } from './client.js'
import type { ListOptions } from './options.js'
import type { TagAssetsPage } from './pages.js'

interface QueryContext {
  signal: AbortSignal
}

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
      queryFn: ({ signal }: QueryContext) => client.getTagAssets(tagId, { signal }),
      retry: false,
    }),

    /** The assets of a tag page by page: for `useInfiniteQuery`. */
    tagAssetPages: (tagId: string, { pageSize = 100 }: Pick<ListOptions, 'pageSize'> = {}) => ({
      queryKey: [...assetsKey(tagId), 'pages', pageSize] as const,
      queryFn: ({ signal, pageParam }: QueryContext & { pageParam: string | undefined }) =>
        client.getTagAssetsPage(tagId, { signal, limit: pageSize, cursor: pageParam }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ nextCursor }: TagAssetsPage) => nextCursor,
      retry: false,
    }),

    createAlbum: () => ({
      mutationKey: ['media-library', 'createAlbum'] as const,
      mutationFn: (album: CreateAlbum) => client.createAlbum(album),
    }),

    addUsersToAlbum: (albumId: string) => ({
      mutationKey: ['media-library', 'addUsersToAlbum', albumId] as const,
      mutationFn: (users: AddUsersToAlbum) => client.addUsersToAlbum(albumId, users),
    }),

    runAssetJobs: () => ({
      mutationKey: ['media-library', 'runAssetJobs'] as const,
      mutationFn: (jobs: RunAssetJobs) => client.runAssetJobs(jobs),
    }),
  }
}

function assetsKey(tagId: string) {
  return ['media-library', 'tags', tagId, 'assets'] as const
}
