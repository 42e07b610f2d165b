import { setTimeout as sleep } from 'node:timers/promises'
import { Prisma } from '../../generated/prisma/client.js'
import type { Measures } from '../../measures.js'
import { askOne, type Database } from '../ask.js'
import { connect, type DatabaseLimits, disconnect, type PrismaDatabase } from '../connect.js'
import { shareLookups } from '../share-lookups.js'

/** A streaming replica of the database, for what only reads. */
export interface Replica {
  readonly database: PrismaDatabase
  /** Whether it has everything that was committed before the call. Waits for it for a moment. Never throws. */
  isCurrent(): Promise<boolean>
  /** Keeps reads from it for a second, because one failed there. */
  distrust(reason: unknown): void
  close(): Promise<void>
}

/** How long a read waits for the replica. Then the database answers. */
const PATIENCE_MS = 50
const POLL_MS = 2
/** How long nothing is read from a replica that is late or fails, so that reads do not all wait for it. */
const PAUSE_MS = 1_000

export interface ReplicaOptions {
  primary: Database
  measures: Measures
  limits: Partial<DatabaseLimits>
  /** Is told why the replica is not used for a second. */
  onDistrust(reason: unknown): void
}

/** Opens a replica of the database `primary`. A replica that is gone, or that was promoted, is simply not current. */
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

/** Where a server is in the write-ahead log, in bytes from its beginning. */
interface Position {
  /** The cluster and the database. */
  identity: string
  /** What is on the disk of the primary; null for a replica. */
  committed: number | null
  /** What a replica shows; null for the primary. */
  replayed: number | null
}

/** Simultaneous requests share one look at the position, which starts after they came. */
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
