import { setTimeout as sleep } from 'node:timers/promises'
import { Prisma } from '../../generated/prisma/client.js'
import type { Measures } from '../../measures.js'
import { askOne, type Database } from '../ask.js'
import { connect, type DatabaseLimits, disconnect, type PrismaDatabase } from '../connect.js'
import { shareLookups } from '../share-lookups.js'

/** A streaming replica of the database, for requests that only read. */
export interface Replica {
  readonly database: PrismaDatabase
  /**
   * Resolves to whether the replica has everything that was committed before the call, for which it waits a moment. Never rejects.
   */
  isCurrent(): Promise<boolean>
  /** Stops reads from the replica for a second, because one failed there. */
  distrust(reason: unknown): void
  close(): Promise<void>
}

/** The milliseconds that a read waits for the replica. Then the database answers. */
const PATIENCE_MS = 50
const POLL_MS = 2
/** The milliseconds for which nothing is read from a replica that is late or fails, so that not every read waits for it. */
const PAUSE_MS = 1_000

export interface ReplicaOptions {
  primary: Database
  measures: Measures
  limits: Partial<DatabaseLimits>
  /** Called with the reason why the replica is not used for a second. */
  onDistrust(reason: unknown): void
}

/** Opens a replica of the database `primary`. A replica that is gone, or that was promoted, is never current. */
export function openReplica(url: string, { primary, measures, limits, onDistrust }: ReplicaOptions): Replica {
  const database = connect(url, limits, measures)
  const ofPrimary = sharePosition(primary)
  const ofReplica = sharePosition(database)
  let pausedUntil = 0

  const distrust = (reason: unknown) => {
    onDistrust(reason)
    pausedUntil = performance.now() + PAUSE_MS
  }

  const reach = async ({ identity, committed }: Position) => {
    const limit = performance.now() + PATIENCE_MS
    for (;;) {
      const there = await ofReplica()
      if (there.replayed === null) throw new Error('It is no replica.')
      if (there.identity !== identity) throw new Error('It is a replica of another database.')
      if (there.replayed >= (committed ?? 0)) return
      if (performance.now() >= limit) throw new Error(`It is more than ${PATIENCE_MS} ms behind.`)
      await sleep(POLL_MS)
    }
  }

  return {
    database,
    isCurrent: async () => {
      if (performance.now() < pausedUntil) return false
      const position = await ofPrimary().catch(() => null)
      // Without the database there is nothing to compare with. Its own answer says what is wrong.
      if (position === null || position.committed === null) return false
      return reach(position).then(
        () => true,
        (error) => {
          distrust(error)
          return false
        },
      )
    },
    distrust,
    close: () => disconnect(database),
  }
}

/** The position of a server in the write-ahead log, in bytes from its beginning. */
interface Position {
  /** The identity of the cluster and the database. */
  identity: string
  /** The position up to which the primary has written to its disk; null for a replica. */
  committed: number | null
  /** The position up to which a replica shows changes; null for the primary. */
  replayed: number | null
}

/** Returns a function that reads the position. Simultaneous requests share one read, which starts after they arrived. */
function sharePosition(database: Database): () => Promise<Position> {
  const look = shareLookups(async (requests: readonly true[]) => {
    const position = await readPosition(database)
    return requests.map(() => position)
  })
  return () => look(true)
}

function readPosition(database: Database): Promise<Position> {
  return askOne<Position>(
    database,
    Prisma.sql`
      SELECT concat_ws(' ', system_identifier, oid) AS identity,
        CASE WHEN NOT pg_is_in_recovery() THEN pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0')::float8 END AS committed,
        CASE WHEN pg_is_in_recovery() THEN pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::float8 END AS replayed
      FROM pg_control_system(), pg_database WHERE datname = current_database()`,
  )
}
