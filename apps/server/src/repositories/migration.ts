import type { Queryable } from '../database.js'

/** Whether the database has applied all migrations of these names. Throws where it never applied any. */
export const hasMigrations = async (database: Queryable, names: string[]): Promise<boolean> => {
  const [row] = await database.$queryRaw<[{ applied: number }]>`
    SELECT count(DISTINCT migration_name)::int AS applied FROM _prisma_migrations
    WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL AND migration_name = ANY (${names})`
  return row.applied === names.length
}
