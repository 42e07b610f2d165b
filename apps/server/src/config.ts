import { resolve } from 'node:path'
import * as z from 'zod'

const flag = z.stringbool({ truthy: ['true', '1', 'yes'], falsy: ['false', '0', 'no'] })

const Environment = z.object({
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\/./, 'must be a PostgreSQL address, postgresql://user:password@host:5432/name')
    .optional(),
  DATA_DIR: z.string().default('./data'),
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number('must be a port, 0 to 65535').int().min(0).max(65_535).default(2283),
  MEDIA_LIBRARY_DEMO: flag.default(true),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
})

/** The parsed environment. Paths are absolute. */
export interface Config {
  /** null: the embedded database in `dataDir`. */
  databaseUrl: string | null
  dataDir: string
  host: string
  port: number
  /** Whether an empty embedded library gets the demo photos. */
  demo: boolean
  logLevel: z.infer<typeof Environment>['LOG_LEVEL']
}

/** Names every fault of the environment at once. */
export class ConfigError extends Error {
  constructor(readonly faults: string[]) {
    super(`The configuration has ${faults.length === 1 ? 'a fault' : `${faults.length} faults`}:\n${faults.map((fault) => `  ${fault}`).join('\n')}`)
  }
}

/** Reads the configuration; an empty variable counts as unset. Throws a ConfigError. */
export const readConfig = (environment: NodeJS.ProcessEnv): Config => {
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = Environment.safeParse(set)
  if (!parsed.success) {
    throw new ConfigError(
      parsed.error.issues.map((issue) => {
        const name = String(issue.path[0])
        return `${name}=${name === 'DATABASE_URL' ? '…' : set[name]}: ${issue.message}`
      }),
    )
  }
  const { DATABASE_URL, DATA_DIR, HOST, PORT, MEDIA_LIBRARY_DEMO, LOG_LEVEL } = parsed.data
  return {
    databaseUrl: DATABASE_URL ?? null,
    dataDir: resolve(DATA_DIR),
    host: HOST,
    port: PORT,
    demo: MEDIA_LIBRARY_DEMO,
    logLevel: LOG_LEVEL,
  }
}
