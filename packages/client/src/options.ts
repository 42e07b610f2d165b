import type { CallName } from './call/routes.js'
import type { MediaLibraryError } from './error.js'

/** A function that behaves like the platform's fetch. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** A secret, or a function that returns it, which is called before each attempt; undefined while there is none. */
export type Credential = string | (() => string | undefined | Promise<string | undefined>)

/** An attempt at an operation. Its events contain no credential and no body. */
export interface CallEvent {
  /** The operation that was called, or `request`. */
  operation: CallName
  /** The HTTP method. */
  method: string
  /** The requested address. */
  url: string
  /** The number of the attempt, from 1. */
  attempt: number
}

/** An attempt that was answered. */
export interface AnswerEvent extends CallEvent {
  /** The HTTP status. */
  status: number
  /** The id by which the operator of the service finds the request in the log. */
  requestId: string | undefined
  /** The duration of the attempt in milliseconds. */
  durationMs: number
}

/** An attempt that failed and is repeated. */
export interface RetryEvent extends CallEvent {
  /** The reason why the attempt failed. */
  error: MediaLibraryError
  /** The wait before the next attempt in milliseconds. */
  delayMs: number
}

/** The argument of each hook. */
export interface HookEvents {
  /** Called before each attempt. */
  onRequest: CallEvent
  /** Called when the service has answered an attempt. */
  onResponse: AnswerEvent
  /** Called before the wait for another attempt. */
  onRetry: RetryEvent
}

/** Functions that are called when something happens, for logs and metrics. */
export type Hooks = { [Name in keyof HookEvents]?: ((event: HookEvents[Name]) => void) | undefined }

/** A log: `console`, or pino, winston and others that have these methods. */
export interface Logger {
  /** Called before each attempt. */
  debug(message: string): void
  /** Called when the service has answered. */
  info(message: string): void
  /** Called before another attempt. */
  warn(message: string): void
}

/** The limits of a call. */
interface Patience {
  /** The milliseconds for which the service may be silent, before and during its answer; 30,000 by default. */
  timeoutMs?: number | undefined
  /** The number of retries of a call that may be repeated; 2 by default. */
  retries?: number | undefined
}

/** The address of the service, and the options of all calls. */
interface ServiceOptions extends Hooks, Patience {
  /**
   * The lowest level that is logged, always without keys, queries and bodies: `debug` by default if there is a logger;
   * otherwise, nothing is logged.
   */
  logLevel?: keyof Logger | undefined
  /** The log; `console` by default if there is a `logLevel`. */
  logger?: Logger | undefined
  /**
   * The address of the service, such as `http://127.0.0.1:2283`, without `/api`; `location.origin` on a page of the
   * service itself.
   */
  baseUrl: string
  /**
   * The longest wait before a retry in milliseconds; 20,000 by default. When `Retry-After` asks for more, the call
   * fails at once.
   */
  maxDelayMs?: number | undefined
  /**
   * Headers that are sent with every request, except to a bucket that the service redirects to. The credential takes
   * precedence.
   */
  headers?: Record<string, string> | undefined
  /** The `User-Agent`, such as `my-app/1.2`, which the list of sessions shows. A browser sends its own. */
  userAgent?: string | undefined
  /** The function that calls the service in place of the platform's fetch. */
  fetch?: Fetch | undefined
}

/** The options of a client that calls with a key. */
export interface KeyClientOptions extends ServiceOptions {
  /** A key made by `media-library key create`. `createClient` throws when it is undefined. */
  apiKey: Credential | undefined
  /** A client with a key has no token. */
  token?: undefined
  /** A client with a key has no session. */
  session?: undefined
  /** A client with a key is no visitor. */
  shareKey?: undefined
}

/** The options of a client that calls with the token of a session. */
export interface TokenClientOptions extends ServiceOptions {
  /** The `accessToken` of a sign-in; a function may return undefined while nobody is signed in. */
  token: Credential | undefined
  /** A client with a token has no key. */
  apiKey?: undefined
  /** A client with a token has no session cookie. */
  session?: undefined
  /** A client with a token is no visitor. */
  shareKey?: undefined
}

/** The options of a client on a page of the service's own origin. */
export interface CookieClientOptions extends ServiceOptions {
  /** The browser sends the session as a cookie that no script can read. */
  session: 'cookie'
  /** A client with a cookie has no key. */
  apiKey?: undefined
  /** A client with a cookie has no token. */
  token?: undefined
  /** A client with a cookie is no visitor. */
  shareKey?: undefined
}

/** The options of a client that calls as the visitor of a link. */
export interface LinkClientOptions extends ServiceOptions {
  /** The key of the link. The service sets a cookie once the password is known; other programs send its token as a header. */
  shareKey: string
  /** A visitor has no key. */
  apiKey?: undefined
  /** A visitor has no token. */
  token?: undefined
  /** A visitor has no session. */
  session?: undefined
}

/**
 * A type that no value has. For options without a credential, the compiler names a property of the last type of the
 * union; this one names all three credentials.
 */
interface WithOneCredential extends ServiceOptions {
  /** Pass one of these properties. */
  'one of apiKey, token and session': never
  /** The options have no key. */
  apiKey?: undefined
  /** The options have no token. */
  token?: undefined
  /** The options have no session cookie. */
  session?: undefined
  /** The options have no key of a link. */
  shareKey?: undefined
}

/** The address of the service, and exactly one of `apiKey`, `token` and `session`. */
export type ClientOptions =
  | KeyClientOptions
  | TokenClientOptions
  | CookieClientOptions
  | LinkClientOptions
  | WithOneCredential

/** The options of every call. */
export interface CallOptions extends Patience {
  /** Aborts the call, which then rejects with the reason of the signal. */
  signal?: AbortSignal | undefined
}

/** The options of calls that answer an album. */
export interface AlbumOptions extends CallOptions {
  /** Whether the assets are left out of the answer; `assetCount` is still correct. */
  minimal?: boolean | undefined
}

/** The options of the call that makes the first account. */
export interface SetUpOptions extends CallOptions {
  /** The code of the link that `serve` printed: the part after `#`. */
  setUpCode: string
}

/** The options of calls that would do something again when they are repeated. */
export interface KeyedOptions extends CallOptions {
  /**
   * The key of the call: a call with the same key gets the answer of the first one. By default, each call has a new
   * key.
   */
  idempotencyKey?: string | undefined
}

/** The methods of HTTP that a route may have. */
export type RouteMethod = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** The options of `request`. */
export interface RequestOptions extends CallOptions {
  /** The parameters of the query. A list repeats its name. */
  query?: Record<string, string | number | boolean | string[] | undefined> | undefined
  /** The body, which is sent as JSON. */
  body?: unknown
  /** Headers that take precedence over those of the client, but not over its credential. */
  headers?: Record<string, string> | undefined
  /**
   * The `Idempotency-Key`. With it, a request of any method is retried, so pass it only if the route supports such
   * keys.
   */
  idempotencyKey?: string | undefined
}

/** The options of calls whose answer is a file. */
export interface FileOptions extends CallOptions {
  /** The requested bytes, such as `bytes=0-499`; the answer then has the status 206. */
  range?: string | undefined
  /** The `etag` of a copy; the answer has the status 304 while the file is the same. */
  etag?: string | undefined
}

/** The requested part of a list. */
export interface PageOptions extends CallOptions {
  /**
   * The size of a page, 1 to 1,000. By default, an awaited list has all entries, and an iterated list has pages of 500.
   */
  limit?: number | undefined
  /** The `nextCursor` of the previous page. */
  cursor?: string | undefined
}
