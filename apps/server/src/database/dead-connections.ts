import { Socket } from 'node:net'
import { Client, DatabaseError, type Pool } from 'pg'

const TICK_MS = 100
// Counts ticks rather than time, so that a pause of this process does not make connections look dead.
const SUSPECT_TICKS = 300 / TICK_MS
const OPINION_TICKS = 1_200 / TICK_MS
/** The ticks for which the answer of an idle session may still be on its way. */
const GRACE_TICKS = 300 / TICK_MS
/** The ticks for which a session that was seen at work is trusted: on a busy machine its answer may take longer. */
const GRACE_AFTER_WORK_TICKS = 2_000 / TICK_MS
/**
 * The longer limit of migrations and backups, for whose seconds nobody waits, and which must not end because the machine is busy.
 */
const LONG_WORK_MS = 300_000
const GRACE_OF_LONG_WORK_TICKS = 5_000 / TICK_MS
const LONGEST_DELAY_TICKS = 3_000 / TICK_MS

/** A connection as seen from its socket. */
interface Watched {
  client: Client
  limitMs: number
  /** The bytes that had passed at the last check. */
  passed: number
  /** The bytes that were sent before its last complete answer. */
  answered: number
  /** The number of ticks for which nothing has passed although an answer is outstanding. */
  stalledTicks: number
  /** The number of stalled ticks at which the database is asked; it grows each time that the session turned out to be active. */
  suspectAt: number
  /** The number of stalled ticks at which its session was found to be idle; null for an active session. */
  idleAt: number | null
  /** The number of ticks after that for which the answer may still come. */
  grace: number
}

/** The state of a connection over which something has just passed. */
const calm = { stalledTicks: 0, suspectAt: SUSPECT_TICKS, idleAt: null }

/** The connections with a longer limit than their pool's, and that limit. */
const granted = new WeakMap<Client, number>()

/** Gives a watched connection a longer limit; null restores the usual one. */
export function grantTime(client: Client, limitMs: number | null): void {
  if (limitMs === null) granted.delete(client)
  else granted.set(client, limitMs)
}

/** Cuts connections of one database that died silently, so that no query waits for them. */
export interface Watch {
  /** Watches a connection without an outstanding answer, until it ends. Its longest work may take `limitMs`. */
  add(client: Client, limitMs: number): void
}

/**
 * Creates a watch. When an answer is outstanding and nothing passes, the database is asked over a separate connection. If that one gets
 * no answer either, all connections that stalled meanwhile are closed. A connection whose session is gone or idle is closed, together
 * with the unused ones, which are cheaper to replace than to check. A connection whose session is active has its limit.
 */
export function createWatch(url: string): Watch {
  const watched = new Set<Watched>()
  let timer: NodeJS.Timeout | undefined
  let asking: { ticks: number; limit: AbortController } | null = null

  const ask = async (suspects: Watched[]) => {
    const before = new Map(Array.from(watched, (one) => [one, countPassed(one.client)]))
    const limit = new AbortController()
    asking = { ticks: 0, limit }
    const sessions = suspects.flatMap(({ client }) => client.processID ?? [])
    const check = await checkSessions(url, sessions, limit.signal)
    asking = null
    if (check === 'unreachable') {
      lose(
        [...before].filter(([one, passed]) => countPassed(one.client) === passed).map(([one]) => one),
        unreachable,
      )
      return
    }
    // Over the others something has passed since, so the check is about an earlier query of theirs.
    for (const one of suspects.filter((suspect) => before.get(suspect) === countPassed(suspect.client))) {
      const isBusy = check === 'unknown' || check.busy.includes(one.client.processID ?? 0)
      one.idleAt = isBusy ? null : one.stalledTicks
      if (isBusy) one.grace = Math.max(one.grace, GRACE_AFTER_WORK_TICKS)
      one.suspectAt = one.stalledTicks + Math.min(one.stalledTicks, LONGEST_DELAY_TICKS)
    }
  }

  const tick = () => {
    for (const one of watched) look(one)
    if (asking && ++asking.ticks >= OPINION_TICKS) asking.limit.abort()
    const all = [...watched]
    const dead = all.filter(({ idleAt, stalledTicks, grace }) => idleAt !== null && stalledTicks >= idleAt + grace)
    if (dead.length > 0) lose([...dead, ...all.filter(({ client, answered }) => countSent(client) === answered)], lost)
    lose(all.filter(isLate), late)
    const suspects = all.filter(({ stalledTicks, suspectAt, idleAt }) => idleAt === null && stalledTicks >= suspectAt)
    if (suspects.length > 0 && !asking) void ask(suspects)
  }

  return {
    add: (client, limitMs) => {
      const [passed, answered] = [countPassed(client), countSent(client)]
      const one: Watched = { client, limitMs, passed, answered, ...calm, grace: toGraceMs(limitMs) }
      watched.add(one)
      timer ??= setInterval(tick, TICK_MS).unref()
      // Before the client itself handles the message and sends its next query.
      client.connection.prependListener('readyForQuery', () => {
        one.answered = countSent(client)
      })
      client.once('end', () => {
        watched.delete(one)
        if (watched.size > 0) return
        clearInterval(timer)
        timer = undefined
      })
    },
  }
}

/** Watches all connections of a pool. */
export function watchPool(pool: Pool, url: string, limitMs: number): void {
  const watch = createWatch(url)
  pool.on('connect', (client) => watch.add(client, limitMs))
}

function toGraceMs(limitMs: number) {
  return limitMs >= LONG_WORK_MS ? GRACE_OF_LONG_WORK_TICKS : GRACE_TICKS
}

function countPassed({ connection: { stream } }: Client): number {
  return stream instanceof Socket ? stream.bytesRead + stream.bytesWritten : 0
}

function lose(chosen: Iterable<Watched>, reason: () => Error): void {
  for (const { client } of chosen) client.connection.stream.destroy(reason())
}

/** Creates the error for a database that does not answer. Another connection would not help. */
function unreachable() {
  return fault('The database does not answer.', 'ETIMEDOUT')
}

function fault(message: string, code: string) {
  return Object.assign(new Error(message), { code })
}

/** Records whether anything has passed since the last check. */
function look(one: Watched): void {
  const passed = countPassed(one.client)
  // One that is being closed is owed none. On a busy machine its session may take a while to end.
  const isOwed = !one.client.connection._ending && countSent(one.client) > one.answered
  if (isOwed && passed === one.passed) {
    one.stalledTicks += 1
    return
  }
  Object.assign(one, { passed, ...calm, grace: toGraceMs(one.limitMs) })
}

function countSent({ connection: { stream } }: Client): number {
  return stream instanceof Socket ? stream.bytesWritten : 0
}

/** Creates the error for a lost session. The query may be retried over another connection. */
function lost() {
  return fault('The connection to the database stalled, and its session was gone or idle.', 'ECONNRESET')
}

function isLate({ client, stalledTicks, limitMs }: Watched) {
  return stalledTicks * TICK_MS >= (granted.get(client) ?? limitMs)
}

function late() {
  return fault('The database did not answer within the limit of its longest work.', 'ETIMEDOUT')
}

declare module 'pg' {
  interface ClientBase {
    /** The process of the session, which PostgreSQL reports when the session opens. A pooler reports another number. */
    readonly processID: number | null
  }
  interface Connection {
    /** Whether the client has said that it closes the connection. */
    readonly _ending: boolean
  }
}

/** The result of asking over a separate connection: the active sessions, or that the database does not answer there either. */
type SessionCheck = { busy: number[] } | 'unknown' | 'unreachable'

const STATEMENT = `
  SELECT pg_backend_pid() AS own, ARRAY(
    SELECT pid FROM pg_stat_activity
    WHERE pid = ANY ($1) AND datname = current_database() AND (state IS NULL OR state NOT LIKE 'idle%')
  ) AS busy`

/** Asks the database over a separate connection which of the sessions are active. The result is `unreachable` when `signal` aborts first. */
async function checkSessions(url: string, sessions: number[], signal: AbortSignal): Promise<SessionCheck> {
  const client = new Client({ connectionString: url, application_name: 'media-library check' })
  client.on('error', () => {})
  const giveUp = () => client.connection.stream.destroy(new Error('no answer in time'))
  signal.addEventListener('abort', giveUp, { once: true })
  const check = await findActive(client, sessions)
  signal.removeEventListener('abort', giveUp)
  client.end().catch(() => {})
  return check
}

async function findActive(client: Client, sessions: number[]): Promise<SessionCheck> {
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
