import { availableParallelism } from 'node:os'
import * as z from 'zod'
import { hostNames, origins, watchFolders } from './lists.js'
import { postgresSettings } from './postgres-settings.js'

const GIB = 1_024 ** 3

const units: Record<string, number> = { '': 1, KiB: 1_024, MiB: 1_024 ** 2, GiB: GIB, TiB: 1_024 ** 4 }

/** A number of bytes, such as `4GiB`. */
export const bytes = z
  .string()
  .regex(/^\d{1,15}(\.\d{1,3})?([KMGT]iB)?$/, 'must be a number of bytes, such as 500MiB or 4GiB')
  .transform((text) => Math.round(Number.parseFloat(text) * (units[text.replace(/^[\d.]+/, '')] ?? 1)))

const flag = z.stringbool({
  truthy: ['true', '1', 'yes'],
  falsy: ['false', '0', 'no'],
  error: 'must be true or false',
})

const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

const bucketFiles = ['stream', 'redirect'] as const

const sendFiles = ['stream', 'x-accel-redirect', 'x-sendfile'] as const

const jobs = whole(0, 64)

const seconds = within('number of seconds', 0, 3_600).number

const timeout = within('number of seconds', 1, 3_600).number

const perMinute = whole(0, 10_000_000)

const address = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], {
  error: 'must be addresses or networks such as 10.0.0.0/8, separated by commas',
})

/**
 * The address of a PostgreSQL. One without a host would be that of a socket. A `/`, `?` or `#` in a password would end the host, and
 * connect to another server.
 */
const postgresAddress = z
  .string()
  .regex(/^postgres(ql)?:\/\/./, {
    error: 'must be a PostgreSQL address, postgresql://user:password@host:5432/name',
    abort: true,
  })
  .refine(
    (text) => /^\w+:\/\/[^/?#]*(\/[^@?#]*)?(\?[^#]*)?$/.test(text) && URL.canParse(text.replace('@/', '@localhost/')),
    'must be a valid address: percent-encode special characters of the password, such as # as %23',
  )

const bucket = z
  .string()
  .regex(/^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/[\w.-]+)*\/?$/, 'must be s3://bucket or s3://bucket/folder')

const addresses = z
  .string()
  .transform((list) => list.split(',').map((entry) => entry.trim()))
  .pipe(z.array(address))

/** Every variable of the service with its bounds and default, except those of sign-in. */
export const Environment = z.object({
  DATABASE_URL: postgresAddress.optional(),
  DATABASE_POOLER_URL: postgresAddress.optional(),
  DATABASE_REPLICA_URL: postgresAddress.optional(),
  DATA_DIR: z.string().optional(),
  POSTGRES_SETTINGS: postgresSettings.default({}),
  DERIVED_STORAGE: bucket.optional(),
  ORIGINALS_STORAGE: bucket.optional(),
  S3_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must be the http or https address of an S3-compatible store' })
    .optional(),
  AWS_REGION: z.string().optional(),
  AWS_ACCESS_KEY_ID: z.string().optional(),
  AWS_SECRET_ACCESS_KEY: z.string().optional(),
  AWS_SESSION_TOKEN: z.string().optional(),
  BUCKET_FILES: z.enum(bucketFiles, { error: `must be ${bucketFiles.join(' or ')}` }).default('stream'),
  SEND_FILES: z.enum(sendFiles, { error: `must be one of ${sendFiles.join(', ')}` }).default('stream'),
  HOST: z.string().default('127.0.0.1'),
  PORT: whole(0, 65_535).optional(),
  ADMIN_HOST: z.string().default('127.0.0.1'),
  ADMIN_PORT: whole(0, 65_535).optional(),
  DRAIN_SECONDS: within('number of seconds', 0, 300).number.optional(),
  MEDIA_LIBRARY_DEMO: flag.optional(),
  DATABASE_CONNECTIONS: whole(1, 1_000).default(10),
  DATABASE_WAIT_SECONDS: within('number of seconds', 0.1, 60).number.default(1.5),
  DATABASE_STATEMENT_SECONDS: within('number of seconds', 0.1, 3_600).number.default(5),
  PASSWORD_SIGN_IN: flag.default(true),
  OAUTH_CONFIG_SUNSET: z.iso.date('must be a date, YYYY-MM-DD').optional(),
  OAUTH_AUTO_LAUNCH: flag.default(false),
  OAUTH_AUTO_REGISTER: flag.default(false),
  OAUTH_TRUST_EMAIL: flag.default(false),
  WORKER_IMAGES: jobs.default(availableParallelism()),
  WORKER_METADATA: jobs.default(32),
  WORKER_VIDEOS: jobs.default(1),
  WORKER_STOP_SECONDS: seconds.default(5),
  UPLOAD_DIR: z.string().optional(),
  UPLOAD_LIMIT: bytes.default(4 * GIB),
  UPLOAD_RESERVE: bytes.default(GIB),
  UPLOAD_TIMEOUT_SECONDS: within('number of seconds', 1, 604_800).number.default(43_200),
  TRASH_DAYS: whole(0, 36_500).default(30),
  HEADERS_TIMEOUT_SECONDS: timeout.default(10),
  REQUEST_TIMEOUT_SECONDS: timeout.default(30),
  KEEP_ALIVE_SECONDS: timeout.default(65),
  RATE_LIMIT: perMinute.default(30_000),
  RATE_LIMIT_FAILURES: perMinute.default(300),
  EVENT_LISTENERS: whole(0, 1_000_000).default(10_000),
  TRUSTED_PROXIES: addresses.default([]),
  ALLOWED_ORIGINS: origins.default([]),
  ALLOW_HTTP: hostNames.default([]),
  WATCH_FOLDERS: watchFolders.default([]),
  WRITE_SIDECARS: flag.default(false),
  LOG_LEVEL: z.enum(levels, { error: `must be one of ${levels.join(', ')}` }).default('info'),
})
export type Environment = z.infer<typeof Environment>

function whole(least: number, most: number) {
  const { error, number } = within('whole number', least, most)
  return number.int({ error })
}

function within(noun: string, least: number, most: number) {
  const error = `must be a ${noun} from ${least} to ${most}`
  return { error, number: z.coerce.number({ error }).min(least, { error }).max(most, { error }) }
}
