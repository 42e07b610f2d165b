import { Client, DatabaseError } from 'pg'

declare module 'pg' {
  interface ClientBase {
    /** The process of the session, which PostgreSQL reports when the session opens. A pooler reports another number. */
    readonly processID: number | null
  }
}

/** The result of asking over a separate connection: the active sessions, or that the database does not answer there either. */
export type SessionCheck = { busy: number[] } | 'unknown' | 'unreachable'

const STATEMENT = `
  SELECT pg_backend_pid() AS own, ARRAY(
    SELECT pid FROM pg_stat_activity
    WHERE pid = ANY ($1) AND datname = current_database() AND (state IS NULL OR state NOT LIKE 'idle%')
  ) AS busy`

/** Asks the database over a separate connection which of the sessions are active. The result is `unreachable` when `signal` aborts first. */
export async function checkSessions(url: string, sessions: number[], signal: AbortSignal): Promise<SessionCheck> {
  const client = new Client({ connectionString: url, application_name: 'media-library check' })
  client.on('error', () => {})
  const giveUp = () => client.connection.stream.destroy(new Error('no answer in time'))
  signal.addEventListener('abort', giveUp, { once: true })
  const check = await ask(client, sessions)
  signal.removeEventListener('abort', giveUp)
  client.end().catch(() => {})
  return check
}

async function ask(client: Client, sessions: number[]): Promise<SessionCheck> {
  try {
    await client.connect()
    const { rows } = await client.query<{ own: number; busy: number[] }>(STATEMENT, [sessions])
    const [row] = rows
    // Behind a pooler, sessions cannot be identified.
    return row && row.own === client.processID ? { busy: row.busy } : 'unknown'
  } catch (error) {
    return error instanceof DatabaseError ? 'unknown' : 'unreachable'
  }
}
