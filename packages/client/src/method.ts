import type { AlbumOptions, CallOptions, FileOptions, KeyedOptions, PageOptions } from './options.js'
import type { List } from './pages.js'
import type { Reply } from './reply.js'

/** The parts of a route of the contract that a method depends on. */
export interface Route {
  path: string
  responses: object
  metadata: object
}

type Output<Schema> = Schema extends { _zod: { output: infer Value } } ? Value : never

type Has<R extends Route, Fact extends string> = R['metadata'] extends { answers: readonly (infer Answer)[] }
  ? Fact extends Answer
    ? true
    : false
  : false

type Ids<Path> = Path extends `${string}/:id/${string}/:userId`
  ? [id: string, userId: string]
  : Path extends `${string}/:id${string}`
    ? [id: string]
    : []

type Body<R> = R extends { body: { _zod: { output: object } } } ? [body: Output<R['body']>] : []

type QueryOf<R> = R extends { query: infer Schema } ? Output<Schema> : unknown

/**
 * The parameters that are no part of a query: those without an effect, those of the URLs of files, and those that are
 * options of a call.
 */
type Unasked = 'key' | 'v' | 'withoutAssets' | 'limit' | 'cursor'

type Query<R> = [Exclude<keyof QueryOf<R>, Unasked>] extends [never]
  ? []
  : Partial<QueryOf<R>> extends QueryOf<R>
    ? [query?: QueryOf<R>]
    : [query: QueryOf<R>]

type Options<R extends Route> =
  Has<R, 'file'> extends true
    ? FileOptions
    : Has<R, 'prefer'> extends true
      ? Has<R, 'idempotent'> extends true
        ? AlbumOptions & KeyedOptions
        : AlbumOptions
      : Has<R, 'idempotent'> extends true
        ? KeyedOptions
        : 'withoutAssets' extends keyof QueryOf<R>
          ? AlbumOptions
          : 'limit' extends keyof QueryOf<R>
            ? Query<R> extends []
              ? PageOptions
              : CallOptions
            : CallOptions

type Success<R extends Route> = R['responses'] extends { 200: infer Schema }
  ? Output<Schema>
  : R['responses'] extends { 201: infer Schema }
    ? Output<Schema>
    : never

type Result<R extends Route> =
  Has<R, 'file' | 'archive'> extends false
    ? Has<R, 'pages'> extends true
      ? Success<R> extends (infer Item)[]
        ? List<Item>
        : never
      : R['responses'] extends { 204: unknown }
        ? Reply<void>
        : Reply<Success<R>>
    : Promise<Response>

/**
 * The method of a client for an operation of the contract: its ids, its body and its query, if it has them, and
 * options.
 */
export type Method<R extends Route> = (
  ...args: [...Ids<R['path']>, ...Body<R>, ...Query<R>, options?: Options<R>]
) => Result<R>
