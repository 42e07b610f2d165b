import type { DataTag, InfiniteData, MutationFunctionContext } from '@tanstack/query-core'
import type { MediaLibraryError } from '../error.js'
import type { ListPage } from '../pages.js'

/**
 * The beginning of every key: `queryClient.removeQueries({ queryKey: rootKey })` removes all answers of the service
 * from the cache.
 */
export const rootKey = ['media-library'] as const

/** A key below the root. It carries the type of the cached data, so that `getQueryData(key)` is typed. */
export type Key<Data> = DataTag<readonly ['media-library', ...unknown[]], Data, MediaLibraryError>

/**
 * The type of `retry`, which tells TanStack Query the type of the error. The client retries by itself, so queries do
 * not.
 */
export type Retry = false | ((failureCount: number, error: MediaLibraryError) => boolean)

/** The argument of a query function. */
interface QueryContext {
  /** Aborts the query. */
  signal: AbortSignal
}

/** The argument of the function of an infinite query. */
interface PageContext extends QueryContext {
  /** The cursor of the page; undefined for the first. */
  pageParam: string | undefined
}

/** The options of a query. */
export interface QueryOptions<Data> {
  /** The name of the query in the cache. */
  queryKey: Key<Data>
  /** Calls the service. */
  queryFn: (context: QueryContext) => Promise<Data>
  /** A query does not retry: the client does. */
  retry: Retry
}

/** The options of an infinite query, which reads a page at a time. */
export interface PagesOptions<Item> {
  /** The name of the query in the cache. */
  queryKey: Key<InfiniteData<ListPage<Item>, string | undefined>>
  /** Calls the service for a page. */
  queryFn: (context: PageContext) => Promise<ListPage<Item>>
  /** The first page has no cursor. */
  initialPageParam: string | undefined
  /** The cursor of the next page. */
  getNextPageParam: (page: ListPage<Item>) => string | undefined
  /** A query does not retry: the client does. */
  retry: Retry
}

/** The options of a mutation. */
export interface MutationOptions<Data, Variables> {
  /** The name of the mutation. */
  mutationKey: readonly ['media-library', ...unknown[]]
  /** Calls the service, and invalidates the queries whose answers it changed. */
  mutationFn: (variables: Variables, context: MutationFunctionContext) => Promise<Data>
  /** A mutation does not retry: the client does. */
  retry: Retry
}

/** Creates the options of a query below the root. */
export function query<Data>(key: unknown[], read: (signal: AbortSignal) => PromiseLike<Data>): QueryOptions<Data> {
  return { queryKey: toKey(key), queryFn: async ({ signal }) => read(signal), retry: false }
}

/** Creates the options of an infinite query below the root. */
export function pages<Item>(
  key: unknown[],
  read: (signal: AbortSignal, cursor: string | undefined) => PromiseLike<ListPage<Item>>,
): PagesOptions<Item> {
  return {
    queryKey: toKey(key),
    queryFn: async ({ signal, pageParam }) => read(signal, pageParam),
    initialPageParam: undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    retry: false,
  }
}

/**
 * Creates the options of a mutation, which invalidates the queries below `changes` when it has succeeded. It does so
 * itself, because the `onSuccess` of an app would replace one in the options.
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

/** Creates a key. Its tag exists only in the type: a key has no such property. */
function toKey<Data>(key: unknown[]) {
  return [...rootKey, ...key] as unknown as Key<Data>
}
