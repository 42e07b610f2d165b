import { Client, DatabaseError } from 'pg'
import type { Cluster } from './cluster.js'
import { EmbeddedPostgresError } from './errors.js'
import { type Opening, pause } from './opening.js'

/** The key of the lock that all processes of a cluster share. */
const LEASE_KEY = 0x6d6c6962

/** The message with which the driver reports a timeout. */
const TOO_LATE = 'timeout expired'
const SUSPENDED =
  'the embedded PostgreSQL is running, but does not answer. Continue it if it was suspended (kill -CONT), or end it.'

/** A lease keeps PostgreSQL running. It ends with its session, and thus also when the process dies. */
export interface Lease {
  client: Client
  /** Settles when the session ends. */
  lost: Promise<void>
}

const RECOVERY_LIMIT_MS = 30_000
const CONNECTION_LIMIT_MS = 3_000
/** The time limit of a statement. Creating a database takes long on a slow disk. */
const STATEMENT_LIMIT_MS = 60_000
/** The time limit of the release of a lease. A suspended PostgreSQL never answers. */
const RELEASE_LIMIT_MS = 2_000
const CANNOT_CONNECT_NOW = '57P03'

/** Takes a lease over a separate connection, and creates the database if it is missing. */
export async function takeLease(
  { database, application }: Cluster,
  maintenanceUrl: string,
  opening: Opening,
): Promise<Lease> {
  const lease = await open(maintenanceUrl, application, opening)
  const { client } = lease
  await client.query('SELECT pg_advisory_lock_shared($1)', [LEASE_KEY])
  const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [database])
  if (rowCount === 0) await client.query(`CREATE DATABASE ${client.escapeIdentifier(database)}`)
  return lease
}

/** Releases the lease. Resolves to true when no other process holds one. */
export async function releaseLease({ client }: Lease): Promise<boolean> {
  const limit = setTimeout(() => client.connection.stream.destroy(), RELEASE_LIMIT_MS)
  try {
    await client.query('SELECT pg_advisory_unlock_shared($1)', [LEASE_KEY])
    const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS last', [LEASE_KEY])
    return rows[0]?.last === true
  } catch {
    // The session has ended or does not answer, so the lease has ended, too.
    return false
  } finally {
    clearTimeout(limit)
    await client.end().catch(() => {})
  }
}

async function open(
  url: string,
  application: string,
  opening: Opening,
  limit = performance.now() + RECOVERY_LIMIT_MS,
): Promise<Lease> {
  const client = new Client({
    connectionString: url,
    application_name: `${application} lease`,
    connectionTimeoutMillis: CONNECTION_LIMIT_MS,
    query_timeout: STATEMENT_LIMIT_MS,
    keepAlive: true,
  })
  const lost = new Promise<void>((resolve) => {
    client.once('end', resolve)
  })
  // The `end` event follows an error, and settles the promise.
  client.on('error', () => {})
  try {
    await client.connect()
  } catch (error) {
    client.connection.stream.destroy()
    const isRecovering = error instanceof DatabaseError && error.code === CANNOT_CONNECT_NOW
    const isLate = (error as Error).message === TOO_LATE
    if (isLate) opening.notice(SUSPENDED)
    if (!(isRecovering || isLate) || performance.now() > limit) {
      throw new EmbeddedPostgresError(
        'unusable',
        `the embedded PostgreSQL is running, but cannot be used: ${(error as Error).message}. ` +
          'Continue it if it was suspended, or end it, and start again.',
      )
    }
    await pause(50, opening)
    return open(url, application, opening, limit)
  }
  return { client, lost }
}
