import type { DataTag, InfiniteData, MutationFunctionContext } from '@tanstack/query-core'
import type { MediaLibraryError } from '../error.js'
import type { ListPage } from '../pages.js'

/** The beginning of every key: `queryClient.removeQueries({ queryKey: rootKey })` forgets all that the service answered. */
export const rootKey = ['media-library'] as const

/** A key below the root. It has the types of what is cached under it, so that `getQueryData(key)` is typed. */
export type Key<Data> = DataTag<readonly ['media-library', ...unknown[]], Data, MediaLibraryError>

/** The client retries by itself, so queries do not. The type says which error a query fails with. */
export type Retry = false | ((failureCount: number, error: MediaLibraryError) => boolean)

/** What a query function is given. */
interface QueryContext {
  /** Gives the query up. */
  signal: AbortSignal
}

/** What the function of an infinite query is given. */
interface PageContext extends QueryContext {
  /** The cursor of the page; undefined for the first. */
  pageParam: string | undefined
}

/** The options of a query. */
export interface QueryOptions<Data> {
  /** Names the query in the cache. */
  queryKey: Key<Data>
  /** Calls the service. */
  queryFn: (context: QueryContext) => Promise<Data>
  /** Never: the client retries by itself. */
  retry: Retry
}

/** The options of an infinite query, a page at a time. */
export interface PagesOptions<Item> {
  /** Names the query in the cache. */
  queryKey: Key<InfiniteData<ListPage<Item>, string | undefined>>
  /** Calls the service for a page. */
  queryFn: (context: PageContext) => Promise<ListPage<Item>>
  /** The first page has no cursor. */
  initialPageParam: string | undefined
  /** The cursor of the next page. */
  getNextPageParam: (page: ListPage<Item>) => string | undefined
  /** Never: the client retries by itself. */
  retry: Retry
}

/** The options of a mutation. */
export interface MutationOptions<Data, Variables> {
  /** Names the mutation. */
  mutationKey: readonly ['media-library', ...unknown[]]
  /** Calls the service, and invalidates the queries whose answers it changed. */
  mutationFn: (variables: Variables, context: MutationFunctionContext) => Promise<Data>
  /** Never: the client retries by itself. */
  retry: Retry
}

/** The options of a query below the root. */
export function query<Data>(key: unknown[], read: (signal: AbortSignal) => PromiseLike<Data>): QueryOptions<Data> {
  return { queryKey: keyOf(key), queryFn: async ({ signal }) => read(signal), retry: false }
}

/** The options of an infinite query below the root. */
export function pages<Item>(
  key: unknown[],
  read: (signal: AbortSignal, cursor: string | undefined) => PromiseLike<ListPage<Item>>,
): PagesOptions<Item> {
  return {
    queryKey: keyOf(key),
    queryFn: async ({ signal, pageParam }) => read(signal, pageParam),
    initialPageParam: undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    retry: false,
  }
}

/**
 * The options of a mutation, which invalidates the queries below `changes` when it has succeeded. It does so itself, because the
 * `onSuccess` of an app would take the place of one in the options.
 */
export function mutation<Data, Variables>(
  key: unknown[],
  changes: string[],
  run: (variables: Variables) => PromiseLike<Data>,
): MutationOptions<Data, Variables> {
  return {
    mutationKey: [...rootKey, ...key],
    mutationFn: async (variables, { client }) => {
      const data = await run(variables)
      for (const part of changes) void client.invalidateQueries({ queryKey: [...rootKey, part] })
      return data
    },
    retry: false,
  }
}

/** The tag is of types alone: a key holds no such property. */
function keyOf<Data>(key: unknown[]) {
  return [...rootKey, ...key] as unknown as Key<Data>
}
