import type { Queryable } from '../database/connect.js'

/** What a database says of itself to who asks whether it can serve. */
export interface DatabaseState {
  /** Whether it has applied all migrations of this version. */
  isMigrated: boolean
  /** Whether it refuses changes: a standby, or one whose operator said so. */
  isReadOnly: boolean
}

/** The state of a database, for a version with the migrations of these names. Throws where none was ever applied. */
export async function readDatabaseState(database: Queryable, names: string[]): Promise<DatabaseState> {
  const [row] = await database.$queryRaw<[{ applied: number; isReadOnly: boolean }]>`
    SELECT count(DISTINCT migration_name)::int AS applied,
      current_setting('transaction_read_only')::boolean AS "isReadOnly"
    FROM _prisma_migrations
    WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL AND migration_name = ANY (${names})`
  return { isMigrated: row.applied === names.length, isReadOnly: row.isReadOnly }
}
