import { Client } from 'pg'
import { UserError } from '../../errors.js'
import { toPlace, toUnreachable } from './unreachable.js'

/**
 * The settings that keep a statement from running or waiting for ever. The sessions of a pooler get them from the pooler.
 */
const limits = {
  statement_timeout: '5s',
  lock_timeout: '2s',
  idle_in_transaction_session_timeout: '10s',
} as const
type Limit = keyof typeof limits

const names = Object.keys(limits) as Limit[]

const CONNECTION_LIMIT_MS = 4_000

/**
 * Connects through a pooler, and to the database itself. Returns the limits that the sessions of the pooler lack. Throws a
 * UserError when the pooler cannot be used, or leads to another database.
 */
export async function inspectPooler(poolerUrl: string, databaseUrl: string): Promise<Limit[]> {
  const [pooled, direct] = await Promise.all([
    look(poolerUrl, 'DATABASE_POOLER_URL'),
    look(databaseUrl, 'DATABASE_URL'),
  ])
  if (pooled.identity !== direct.identity) {
    throw new UserError(
      `the pooler of DATABASE_POOLER_URL at ${toPlace(poolerUrl)} leads to another database than DATABASE_URL at ` +
        `${toPlace(databaseUrl)}. Correct one of the two addresses, or the databases of the pooler.`,
    )
  }
  return names.filter((name) => pooled[name] === '0')
}

/** Describes how an operator sets the limits that the sessions of the pooler lack; null when they lack none. */
export function toRemedy(missing: Limit[]): string | null {
  if (missing.length === 0) return null
  const statements = missing.map((name) => `SET ${name} TO ''${limits[name]}''`)
  return `Add to the database in the configuration of PgBouncer: connect_query='${statements.join('; ')}'`
}

type Look = { identity: string } & Record<Limit, string>

const STATEMENT = `
  SELECT concat_ws(' ', pg_postmaster_start_time(), oid) AS identity,
    ${names.map((name) => `current_setting('${name}') AS ${name}`).join(', ')}
  FROM pg_database WHERE datname = current_database()`

async function look(url: string, variable: string): Promise<Look> {
  const client = new Client({
    connectionString: url,
    application_name: 'media-library check',
    connectionTimeoutMillis: CONNECTION_LIMIT_MS,
    query_timeout: CONNECTION_LIMIT_MS,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<Look>(STATEMENT)
    return rows[0] as Look
  } catch (error) {
    throw toUnreachable(error, url, variable)
  } finally {
    client.end().catch(() => {})
  }
}
