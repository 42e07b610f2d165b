import { Prisma } from '../../generated/prisma/client.js'
import { askOne } from '../ask.js'
import type { Queryable } from '../connect.js'

/** The state of a database, for the readiness probe. */
export interface DatabaseState {
  /** Whether it has applied all migrations of this version. */
  isMigrated: boolean
  /** Whether it refuses changes, as a standby or by configuration. */
  isReadOnly: boolean
}

/** Reads the state of a database, for a version with these migrations. Throws when no migration was ever applied. */
export async function readDatabaseState(database: Queryable, names: string[]): Promise<DatabaseState> {
  const { applied, isReadOnly } = await askOne<{ applied: number; isReadOnly: boolean }>(
    database,
    Prisma.sql`
      SELECT count(DISTINCT migration_name)::int AS applied,
        current_setting('transaction_read_only')::boolean AS "isReadOnly"
      FROM _prisma_migrations
      WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL AND migration_name = ANY (${names})`,
  )
  return { isMigrated: applied === names.length, isReadOnly }
}
