import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import * as z from 'zod'
import { type OAuthConfig, readOAuthConfig } from './oauth-config.js'

const flag = z.stringbool({
  truthy: ['true', '1', 'yes'],
  falsy: ['false', '0', 'no'],
  error: 'must be true or false',
})

const within = (noun: string, least: number, most: number) => {
  const error = `must be a ${noun} from ${least} to ${most}`
  return { error, number: z.coerce.number({ error }).min(least, { error }).max(most, { error }) }
}

const whole = (least: number, most: number) => {
  const { error, number } = within('whole number', least, most)
  return number.int({ error })
}

const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

const jobs = whole(0, 64)

const seconds = within('number of seconds', 0, 3_600).number

const patience = within('number of seconds', 1, 3_600).number

const perMinute = whole(0, 10_000_000)

const address = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], {
  error: 'must be addresses or networks such as 10.0.0.0/8, parted by commas',
})

const addresses = z
  .string()
  .transform((list) => list.split(',').map((entry) => entry.trim()))
  .pipe(z.array(address))

const Environment = z.object({
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\/./, 'must be a PostgreSQL address, postgresql://user:password@host:5432/name')
    .optional(),
  DATA_DIR: z.string().default('./data'),
  HOST: z.string().default('127.0.0.1'),
  PORT: whole(0, 65_535).optional(),
  ADMIN_HOST: z.string().default('127.0.0.1'),
  ADMIN_PORT: whole(0, 65_535).optional(),
  DRAIN_SECONDS: within('number of seconds', 0, 300).number.default(0),
  MEDIA_LIBRARY_DEMO: flag.default(true),
  DATABASE_CONNECTIONS: whole(1, 1_000).default(10),
  DATABASE_WAIT_SECONDS: within('number of seconds', 0.1, 60).number.default(1.5),
  DATABASE_STATEMENT_SECONDS: within('number of seconds', 0.1, 3_600).number.default(5),
  DATABASE_PREPARED_STATEMENTS: flag.default(true),
  OAUTH_CONFIG_SUNSET: z.iso.date('must be a day, YYYY-MM-DD').optional(),
  OAUTH_AUTO_LAUNCH: flag.default(false),
  OAUTH_AUTO_REGISTER: flag.default(false),
  WORKER_IMAGES: jobs.default(availableParallelism()),
  WORKER_METADATA: jobs.default(32),
  WORKER_VIDEOS: jobs.default(1),
  WORKER_STOP_SECONDS: seconds.default(5),
  HEADERS_TIMEOUT_SECONDS: patience.default(10),
  REQUEST_TIMEOUT_SECONDS: patience.default(30),
  KEEP_ALIVE_SECONDS: patience.default(65),
  RATE_LIMIT: perMinute.default(30_000),
  RATE_LIMIT_FAILURES: perMinute.default(300),
  TRUSTED_PROXIES: addresses.default([]),
  LOG_LEVEL: z.enum(levels, { error: `must be one of ${levels.join(', ')}` }).default('info'),
})

/** The parsed environment. Paths are absolute. */
export interface Config {
  /** null: the embedded database in `dataDir`. */
  databaseUrl: string | null
  dataDir: string
  host: string
  /** null: 2283, or the next port that is free. */
  port: number | null
  /** Where metrics and probes are answered beside the service; null: nowhere. */
  admin: { host: string; port: number } | null
  /** How long a service that is told to stop goes on as before, but for being unready. */
  drainMs: number
  /** Whether an empty embedded library gets the demo photos. */
  demo: boolean
  /** What the requests of a server may ask of the database at once. */
  requests: { connections: number; waitMs: number; statementMs: number; preparedStatements: boolean }
  /** null: sign-in by a provider is off. */
  oauth: OAuthConfig | null
  /** When generateOAuthConfig goes away, if that is settled. */
  oauthConfigSunset: Date | null
  /** How many jobs of each class a worker runs at once (0: none), and how long it lets them finish when it is stopped. */
  worker: { images: number; metadata: number; videos: number; stopMs: number }
  /** How long clients may take, how much they may ask, and which of them speak for others. */
  http: {
    headersMs: number
    requestMs: number
    keepAliveMs: number
    /** Of a key, or of an address without one; 0: no limit. */
    requestsPerMinute: number
    /** Failed authentications of an address; 0: no limit. */
    failuresPerMinute: number
    trustedProxies: string[]
  }
  logLevel: z.infer<typeof Environment>['LOG_LEVEL']
}

/** Names every fault of the environment at once. */
export class ConfigError extends Error {
  readonly faults: string[]

  constructor(faults: string[]) {
    super(`the configuration cannot be used:\n${faults.map((fault) => `  ${fault}`).join('\n')}`)
    this.faults = faults
  }
}

/** Reads the configuration; an empty variable counts as unset. Throws a ConfigError. */
export const readConfig = (environment: NodeJS.ProcessEnv): Config => {
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = Environment.safeParse(set)
  const { OAUTH_AUTO_LAUNCH: autoLaunch = false, OAUTH_AUTO_REGISTER: autoRegister = false } = parsed.data ?? {}
  const { oauth, faults } = readOAuthConfig(set, { autoLaunch, autoRegister })
  if (!parsed.success || faults.length > 0) {
    const others = (parsed.error?.issues ?? []).map((issue) => {
      const name = String(issue.path[0])
      return `${name}=${name === 'DATABASE_URL' ? '…' : set[name]}: ${issue.message}`
    })
    throw new ConfigError([...others, ...faults])
  }
  const { DATABASE_URL, DATA_DIR, HOST, PORT, MEDIA_LIBRARY_DEMO, OAUTH_CONFIG_SUNSET, LOG_LEVEL } = parsed.data
  const { ADMIN_HOST, ADMIN_PORT, DRAIN_SECONDS } = parsed.data
  const { WORKER_IMAGES, WORKER_METADATA, WORKER_VIDEOS, WORKER_STOP_SECONDS } = parsed.data
  const { DATABASE_CONNECTIONS, DATABASE_WAIT_SECONDS, DATABASE_STATEMENT_SECONDS } = parsed.data
  const { HEADERS_TIMEOUT_SECONDS, REQUEST_TIMEOUT_SECONDS, KEEP_ALIVE_SECONDS } = parsed.data
  const { RATE_LIMIT, RATE_LIMIT_FAILURES, TRUSTED_PROXIES } = parsed.data
  return {
    databaseUrl: DATABASE_URL ?? null,
    dataDir: resolve(DATA_DIR),
    host: HOST,
    port: PORT ?? null,
    admin: ADMIN_PORT === undefined ? null : { host: ADMIN_HOST, port: ADMIN_PORT },
    drainMs: DRAIN_SECONDS * 1_000,
    demo: MEDIA_LIBRARY_DEMO,
    requests: {
      connections: DATABASE_CONNECTIONS,
      waitMs: DATABASE_WAIT_SECONDS * 1_000,
      statementMs: DATABASE_STATEMENT_SECONDS * 1_000,
      preparedStatements: parsed.data.DATABASE_PREPARED_STATEMENTS,
    },
    oauth,
    oauthConfigSunset: OAUTH_CONFIG_SUNSET ? new Date(OAUTH_CONFIG_SUNSET) : null,
    worker: {
      images: WORKER_IMAGES,
      metadata: WORKER_METADATA,
      videos: WORKER_VIDEOS,
      stopMs: WORKER_STOP_SECONDS * 1_000,
    },
    http: {
      // Node refuses a limit for the headers that is longer than that for the whole request.
      headersMs: Math.min(HEADERS_TIMEOUT_SECONDS, REQUEST_TIMEOUT_SECONDS) * 1_000,
      requestMs: REQUEST_TIMEOUT_SECONDS * 1_000,
      keepAliveMs: KEEP_ALIVE_SECONDS * 1_000,
      requestsPerMinute: RATE_LIMIT,
      failuresPerMinute: RATE_LIMIT_FAILURES,
      trustedProxies: TRUSTED_PROXIES,
    },
    logLevel: LOG_LEVEL,
  }
}
