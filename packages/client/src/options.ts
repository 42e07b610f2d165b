import type { CallName } from './call/routes.js'
import type { MediaLibraryError } from './error.js'

/** What fetch does; the platform's own, or one that behaves like it. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** A secret, or a function that returns it, which is called before each attempt; undefined while there is none. */
export type Credential = string | (() => string | undefined | Promise<string | undefined>)

/** An attempt at an operation. Events carry no credential and no body. */
export interface CallEvent {
  /** The operation that was called, or `request`. */
  operation: CallName
  /** The HTTP method. */
  method: string
  /** The address that is requested. */
  url: string
  /** 1 for the first. */
  attempt: number
}

/** An attempt that was answered. */
export interface AnswerEvent extends CallEvent {
  /** The HTTP status. */
  status: number
  /** How the operator of the service finds the request. */
  requestId: string | undefined
  /** How long it took, in milliseconds. */
  durationMs: number
}

/** An attempt that failed, and is repeated. */
export interface RetryEvent extends CallEvent {
  /** Why the attempt failed. */
  error: MediaLibraryError
  /** How long until the next one. */
  delayMs: number
}

/** What each hook is called with. */
export interface HookEvents {
  /** Before each attempt. */
  onRequest: CallEvent
  /** When the service has answered an attempt. */
  onResponse: AnswerEvent
  /** Before the wait for another attempt. */
  onRetry: RetryEvent
}

/** Called as things happen, for logs and metrics. */
export type Hooks = { [Name in keyof HookEvents]?: ((event: HookEvents[Name]) => void) | undefined }

/** What writes a log: `console`, or pino, winston and others that have these methods. */
export interface Logger {
  /** Before each attempt. */
  debug(message: string): void
  /** When the service has answered. */
  info(message: string): void
  /** Before another attempt. */
  warn(message: string): void
}

/** How patient a call is. */
interface Patience {
  /** How long the service may be silent, before its answer and within it; 30,000 ms. */
  timeoutMs?: number | undefined
  /** How often a call that may be repeated is tried once more; 2. */
  retries?: number | undefined
}

/** Where the service is, and how it is called. */
interface ServiceOptions extends Hooks, Patience {
  /** The least that is logged, without keys, queries and bodies: `debug` by default if there is a logger, and else nothing. */
  logLevel?: keyof Logger | undefined
  /** What writes the log; `console` by default if there is a `logLevel`. */
  logger?: Logger | undefined
  /** Such as `http://127.0.0.1:2283`, without `/api`. On a page of the service's own origin: `location.origin`. */
  baseUrl: string
  /** The longest wait before a retry; 20,000 ms. When `Retry-After` asks for more, the call fails at once. */
  maxDelayMs?: number | undefined
  /** Sent with every request, except to a bucket that the service redirects to. The credential takes precedence. */
  headers?: Record<string, string> | undefined
  /** The `User-Agent`, such as `my-app/1.2`, which the list of sessions shows. A browser sends its own instead. */
  userAgent?: string | undefined
  /** Calls the service in place of the platform's fetch. */
  fetch?: Fetch | undefined
}

/** A client that calls with a key. */
export interface KeyClientOptions extends ServiceOptions {
  /** A key made by `media-library key create`. `createClient` throws when it is undefined. */
  apiKey: Credential | undefined
  /** Not with a key. */
  token?: undefined
  /** Not with a key. */
  session?: undefined
}

/** A client that calls with a session. */
export interface TokenClientOptions extends ServiceOptions {
  /** The `accessToken` of a sign-in; a function may return undefined while nobody is signed in. */
  token: Credential | undefined
  /** Not with a token. */
  apiKey?: undefined
  /** Not with a token. */
  session?: undefined
}

/** A client of a page whose origin is the service's. */
export interface CookieClientOptions extends ServiceOptions {
  /** The browser sends the session as a cookie that no script can read. */
  session: 'cookie'
  /** Not with a cookie. */
  apiKey?: undefined
  /** Not with a cookie. */
  token?: undefined
}

/** Fits nothing: without a credential, the compiler names the property of the last type, and this one names all three ways. */
interface WithOneCredential extends ServiceOptions {
  /** Pass one of these in place of it. */
  'one of apiKey, token and session': never
  /** A key. */
  apiKey?: undefined
  /** The token of a session. */
  token?: undefined
  /** The cookie of a session. */
  session?: undefined
}

/** Where the service is, and who calls it: with exactly one of `apiKey`, `token` and `session`. */
export type ClientOptions = KeyClientOptions | TokenClientOptions | CookieClientOptions | WithOneCredential

/** The options of every call. */
export interface CallOptions extends Patience {
  /** Gives the call up; it rejects with the reason of the signal. */
  signal?: AbortSignal | undefined
}

/** The options of calls that answer an album. */
export interface AlbumOptions extends CallOptions {
  /** Leaves the assets out of the answer; `assetCount` is still their number. */
  minimal?: boolean | undefined
}

/** The options of calls whose repetition would do something twice. */
export interface KeyedOptions extends CallOptions {
  /** A repeated key gets its first answer again. By default, each call has a new key. */
  idempotencyKey?: string | undefined
}

/** The methods of HTTP that a route may have. */
export type RouteMethod = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** The options of `request`. */
export interface RequestOptions extends CallOptions {
  /** The parameters of the query. A list repeats its name. */
  query?: Record<string, string | number | boolean | string[] | undefined> | undefined
  /** Sent as JSON. */
  body?: unknown
  /** Take precedence over the headers of the client, but not over its credential. */
  headers?: Record<string, string> | undefined
  /** Sent as `Idempotency-Key`. With it, a request of any method is retried: pass it only if the route knows such keys. */
  idempotencyKey?: string | undefined
}

/** The options of calls whose answer is a file. */
export interface FileOptions extends CallOptions {
  /** Which bytes, such as `bytes=0-499`; the answer has the status 206 then. */
  range?: string | undefined
  /** The `etag` of a copy; the answer has the status 304 while it is the file. */
  etag?: string | undefined
}

/** Which part of a list to answer. */
export interface PageOptions extends CallOptions {
  /** The size of a page, 1 to 1,000. When left out, an awaited list has all entries, and an iterated one has pages of 500. */
  limit?: number | undefined
  /** The `nextCursor` of the page before. */
  cursor?: string | undefined
}
