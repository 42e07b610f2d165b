import { join, resolve } from 'node:path'
import { ConfigError } from '../errors.js'
import { Environment } from './environment.js'
import type { WatchedFolder } from './lists.js'
import { isLoopback } from './loopback.js'
import { type OAuthConfig, readOAuthConfig } from './oauth.js'
import { type BucketConfig, findDataDir, readStoreConfig, type StoreConfig } from './places.js'

/** The parsed environment. Paths are absolute. */
export interface Config {
  /** The address of the database; null for the embedded database in `dataDir`. */
  databaseUrl: string | null
  /**
   * The address of a pooler in transaction mode for the statements of requests; null when they reach the database directly.
   */
  poolerUrl: string | null
  /** The address of a streaming replica for requests that only read; null when there is none. */
  replicaUrl: string | null
  dataDir: string
  /** The settings of the embedded database, besides those of this service. */
  postgresSettings: Record<string, string>
  /** The bucket for derived files; null for `dataDir`. */
  bucket: BucketConfig | null
  /** The store of all buckets. */
  store: StoreConfig
  /**
   * The program that sends files: this service, or a proxy in front of it that accepts this header for files in folders, or the store of
   * the bucket.
   */
  sending: { folders: Environment['SEND_FILES']; bucket: Environment['BUCKET_FILES'] }
  host: string
  /** The port; null for the first free one from 2283 on. */
  port: number | null
  /** The address of the metrics and probes; null when they are off. */
  admin: { host: string; port: number } | null
  /** The milliseconds for which the service keeps serving after SIGTERM, while its readiness probe fails. */
  drainMs: number
  /** Whether an empty embedded library gets the demo photos; null leaves it to `serve`. */
  demo: boolean | null
  /** The database limits for requests. */
  requests: { connections: number; waitMs: number; statementMs: number; preparedStatements: boolean }
  /** The sign-in configuration; null when sign-in is off. */
  oauth: OAuthConfig | null
  /** Whether people may sign in with an e-mail address and a password. */
  passwordSignIn: boolean
  /** The date on which generateOAuthConfig will be removed, if there is one. */
  oauthConfigSunset: Date | null
  /**
   * The number of jobs of each kind that a worker runs at once, and the time that it lets them finish when it stops.
   */
  worker: { images: number; metadata: number; videos: number; stopMs: number }
  /** The time and rate limits of clients, and the proxies that are trusted. */
  http: {
    headersMs: number
    requestMs: number
    keepAliveMs: number
    /** The number of requests for each user, or for each address without a key; 0 for no limit. */
    requestsPerMinute: number
    /** The number of failed authentications for each address; 0 for no limit. */
    failuresPerMinute: number
    trustedProxies: string[]
    /** The other origins whose pages may call the service, but never with cookies. */
    allowedOrigins: string[]
    /** The host names, in lower case, at which people may sign in over plain HTTP. */
    allowedHttpHosts: string[]
    /** The first of them, if other machines can reach the service; null if only this one can, or none is named. */
    networkHost: string | null
  }
  /**
   * The folder in which files are received, and the bucket of uploads, null for the same folder; the size limit of a body in bytes, the
   * bytes that stay free on the disk, and the time limit of an upload.
   */
  uploads: { folder: string; bucket: BucketConfig | null; limit: number; reserve: number; totalMs: number }
  /** The number of days after which the trash is emptied; 0 for never. */
  trashDays: number
  /** The folders whose changes are imported, each with the address of its owner; null for the only user. */
  watchFolders: WatchedFolder[]
  /** Whether tags that people change are written into XMP side-cars beside the files. */
  writeSidecars: boolean
  /** The number of clients that may listen to the events of a server. */
  eventListeners: number
  logLevel: Environment['LOG_LEVEL']
}

/** The variables that may contain passwords. */
const addresses = new Set(['DATABASE_URL', 'DATABASE_POOLER_URL', 'DATABASE_REPLICA_URL'])

/** Reads the configuration. An empty variable counts as unset. Throws a ConfigError. */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = Environment.safeParse(set)
  const {
    OAUTH_AUTO_LAUNCH: autoLaunch = false,
    OAUTH_AUTO_REGISTER: autoRegister = false,
    OAUTH_TRUST_EMAIL: trustEmail = false,
  } = parsed.data ?? {}
  const { oauth, faults } = readOAuthConfig(set, { autoLaunch, autoRegister, trustEmail })
  const { store, derived: bucket, originals, faults: storeFaults } = readStoreConfig(parsed.data ?? {})
  faults.push(...storeFaults)
  for (const name of ['DATABASE_POOLER_URL', 'DATABASE_REPLICA_URL']) {
    if (set[name] && !set['DATABASE_URL'])
      faults.push(`${name}: needs DATABASE_URL, the address of the database itself`)
  }
  if (set['POSTGRES_SETTINGS'] && set['DATABASE_URL'])
    faults.push('POSTGRES_SETTINGS: is for the embedded database; change the settings of your own PostgreSQL there')
  if (!parsed.success || faults.length > 0) {
    const others = (parsed.error?.issues ?? []).map((issue) => {
      const name = String(issue.path[0])
      return `${name}=${addresses.has(name) ? '…' : set[name]}: ${issue.message}`
    })
    throw new ConfigError([...others, ...faults])
  }
  const { data } = parsed
  const dataDir = findDataDir(data.DATA_DIR)
  return {
    databaseUrl: data.DATABASE_URL ?? null,
    poolerUrl: data.DATABASE_POOLER_URL ?? null,
    replicaUrl: data.DATABASE_REPLICA_URL ?? null,
    dataDir,
    postgresSettings: data.POSTGRES_SETTINGS,
    bucket,
    store,
    sending: { folders: data.SEND_FILES, bucket: data.BUCKET_FILES },
    host: data.HOST,
    port: data.PORT ?? null,
    admin: data.ADMIN_PORT === undefined ? null : { host: data.ADMIN_HOST, port: data.ADMIN_PORT },
    // An embedded database has one server, so a proxy cannot send requests to another one.
    drainMs: (data.DRAIN_SECONDS ?? (data.DATABASE_URL === undefined ? 0 : 5)) * 1_000,
    demo: data.MEDIA_LIBRARY_DEMO ?? null,
    requests: {
      connections: data.DATABASE_CONNECTIONS,
      waitMs: data.DATABASE_WAIT_SECONDS * 1_000,
      statementMs: data.DATABASE_STATEMENT_SECONDS * 1_000,
      preparedStatements: data.DATABASE_POOLER_URL === undefined,
    },
    oauth,
    passwordSignIn: data.PASSWORD_SIGN_IN,
    oauthConfigSunset: data.OAUTH_CONFIG_SUNSET ? new Date(data.OAUTH_CONFIG_SUNSET) : null,
    worker: {
      images: data.WORKER_IMAGES,
      metadata: data.WORKER_METADATA,
      videos: data.WORKER_VIDEOS,
      stopMs: data.WORKER_STOP_SECONDS * 1_000,
    },
    http: {
      // Node refuses a limit for the headers that is longer than the one for the whole request.
      headersMs: Math.min(data.HEADERS_TIMEOUT_SECONDS, data.REQUEST_TIMEOUT_SECONDS) * 1_000,
      requestMs: data.REQUEST_TIMEOUT_SECONDS * 1_000,
      keepAliveMs: data.KEEP_ALIVE_SECONDS * 1_000,
      requestsPerMinute: data.RATE_LIMIT,
      failuresPerMinute: data.RATE_LIMIT_FAILURES,
      trustedProxies: data.TRUSTED_PROXIES,
      allowedOrigins: data.ALLOWED_ORIGINS,
      allowedHttpHosts: data.ALLOW_HTTP,
      networkHost: isLoopback(data.HOST) ? null : (data.ALLOW_HTTP[0] ?? null),
    },
    uploads: {
      folder: data.UPLOAD_DIR === undefined ? join(dataDir, 'upload') : resolve(data.UPLOAD_DIR),
      bucket: originals,
      limit: data.UPLOAD_LIMIT,
      reserve: data.UPLOAD_RESERVE,
      totalMs: data.UPLOAD_TIMEOUT_SECONDS * 1_000,
    },
    trashDays: data.TRASH_DAYS,
    watchFolders: data.WATCH_FOLDERS,
    writeSidecars: data.WRITE_SIDECARS,
    eventListeners: data.EVENT_LISTENERS,
    logLevel: data.LOG_LEVEL,
  }
}
