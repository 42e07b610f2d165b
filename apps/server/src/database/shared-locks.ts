import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { ProblemError } from '../errors.js'
import { createWatch } from './dead-connections.js'

/** Releases a lock. */
export type Release = () => Promise<void>

/** Locks by name that all servers of a database share. Those of a server that dies end with its connection. */
export interface SharedLocks {
  /**
   * Waits for a lock, and notifies its holder. `onWanted` is called repeatedly while another request waits for it, and `onLost` when
   * the connection is lost, with which the lock ends. Throws `still_running` when the holder keeps it for too long, and `unavailable`
   * when the database does not answer.
   */
  acquire(name: string, onWanted: () => void, onLost?: () => void): Promise<Release>
  /** Acquires a lock that nobody holds; null for one that is held. */
  tryAcquire(name: string, onWanted: () => void, onLost?: () => void): Promise<Release | null>
  close(): Promise<void>
}

const CHANNEL = 'lock_wanted'
const CONNECT_LIMIT_MS = 5_000
const ANSWER_LIMIT_MS = 5_000
const CLOSE_LIMIT_MS = 1_000
const WAIT_LIMIT_MS = 20_000
const POLL_MS = 50

/**
 * Creates locks. One connection, opened with the first lock, holds all of them. It goes to the database itself, past a pooler.
 */
export function openSharedLocks(url: string): SharedLocks {
  /** The functions to call when a lock of this process is wanted, and when it is lost. */
  const held = new Map<string, { onWanted: () => void; onLost: () => void }>()
  let session: Promise<Client> | null = null
  /** The client of the session, once it can hold locks. */
  let live: Client | null = null

  const connect = async (): Promise<Client> => {
    const client = new Client({
      connectionString: url,
      application_name: 'media-library locks',
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_LIMIT_MS,
    })
    // Its queries fail, and its end is noticed below.
    client.on('error', () => {})
    client.on('notification', ({ payload }) => held.get(payload ?? '')?.onWanted())
    client.once('end', () => {
      if (live !== client) return
      live = null
      session = null
      for (const { onLost } of held.values()) onLost()
    })
    await client.connect()
    createWatch(url).add(client, ANSWER_LIMIT_MS)
    await client.query(`LISTEN ${CHANNEL}`)
    live = client
    return client
  }
  const open = (): Promise<Client> => {
    session ??= connect().catch((error) => {
      session = null
      throw error
    })
    return session
  }

  const notify = async (name: string) => {
    await (await open()).query('SELECT pg_notify($1, $2)', [CHANNEL, name])
  }

  const tryAcquire = async (name: string, onWanted: () => void, onLost = onWanted): Promise<Release | null> => {
    if (held.has(name)) return null
    held.set(name, { onWanted, onLost })
    try {
      const client = await open()
      const { rows } = await client.query<{ isMine: boolean }>(
        'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS "isMine"',
        [name],
      )
      if (!rows[0]?.isMine) {
        held.delete(name)
        return null
      }
      return async () => {
        // A lost connection has released it.
        await client.query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', [name]).catch(() => {})
        held.delete(name)
      }
    } catch (cause) {
      held.delete(name)
      throw unavailable(cause)
    }
  }

  return {
    tryAcquire,
    acquire: async (name, onWanted, onLost) => {
      const until = performance.now() + WAIT_LIMIT_MS
      for (;;) {
        const release = await tryAcquire(name, onWanted, onLost)
        if (release) return release
        if (performance.now() > until) throw stillRunning()
        const ofThisProcess = held.get(name)
        if (ofThisProcess) ofThisProcess.onWanted()
        // The next try finds out when the connection is lost.
        else await notify(name).catch(() => {})
        await sleep(POLL_MS)
      }
    },
    close: async () => {
      const client = await session?.catch(() => null)
      if (client) await Promise.race([client.end(), sleep(CLOSE_LIMIT_MS, undefined, { ref: false })])
    },
  }
}

function stillRunning(): ProblemError {
  return new ProblemError('still_running', 'Another request is still changing this.', {
    headers: { 'Retry-After': '5' },
  })
}

function unavailable(cause: unknown): ProblemError {
  const problem = new ProblemError('unavailable', 'The database cannot answer now.', {
    headers: { 'Retry-After': '1' },
  })
  return Object.assign(problem, { cause })
}
