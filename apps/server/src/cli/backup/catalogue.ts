import type { Client } from 'pg'

/** A table of the library as the database describes it. */
export interface Table {
  name: string
  /** The stored columns, in their order. */
  columns: string[]
  /** The approximate size of its rows in bytes. */
  size: number
}

/**
 * The tables that are not archived. A migration writes `_prisma_migrations` itself, `worker` lists processes that run now, events have
 * numbers of this database server, and each database has a secret and a clock of its own.
 */
const NOT_ARCHIVED = ['_prisma_migrations', 'worker', 'event', 'event_history', 'sign_in_secret', 'trash_clock']

/** Lists the tables of a library by name; empty before the first migration. */
export async function listTables(client: Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `SELECT relname::text AS name, array_agg(attname::text ORDER BY attnum) AS columns,
            pg_table_size(pg_class.oid)::float8 AS size
     FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
     WHERE relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema())
       AND relkind IN ('r', 'p') AND NOT relispartition AND relname <> ALL ($1)
       AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
       AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_class.oid AND deptype = 'e')
     GROUP BY pg_class.oid
     ORDER BY relname COLLATE "C"`,
    [NOT_ARCHIVED],
  )
  return rows
}

/** Lists the sequences of the library, each with its last value, or null when it was never used. */
export async function listSequences(client: Client): Promise<{ name: string; value: string | null }[]> {
  const { rows } = await client.query<{ name: string; value: string | null }>(
    `SELECT sequencename::text AS name, last_value::text AS value FROM pg_sequences
     WHERE schemaname = current_schema() ORDER BY sequencename COLLATE "C"`,
  )
  return rows
}

/** Lists the names of the applied migrations, oldest first; empty when there is no table of migrations. */
export async function listMigrations(client: Client): Promise<string[]> {
  const { rows: tables } = await client.query(`SELECT to_regclass('_prisma_migrations') AS name`)
  if (tables[0]?.name === null) return []
  const { rows } = await client.query<{ name: string }>(
    `SELECT migration_name AS name FROM _prisma_migrations
     WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY migration_name COLLATE "C"`,
  )
  return rows.map(({ name }) => name)
}

/** Lists the names of the tables that are not empty. */
export async function listFilled(client: Client, tables: Table[]): Promise<string[]> {
  if (tables.length === 0) return []
  const queries = tables.map(({ name }) => {
    return `SELECT ${client.escapeLiteral(name)} AS name WHERE EXISTS (SELECT FROM ${client.escapeIdentifier(name)})`
  })
  const { rows } = await client.query<{ name: string }>(queries.join(' UNION ALL '))
  return rows.map(({ name }) => name)
}

/** Lists the statements that drop the foreign keys of the library's tables, and those that add them again and check all rows. */
export async function listForeignKeys(client: Client): Promise<{ drop: string; add: string }[]> {
  const { rows } = await client.query<{ drop: string; add: string }>(
    `SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS drop,
            format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS add
     FROM pg_constraint
     WHERE contype = 'f' AND conparentid = 0
       AND connamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema())
     ORDER BY conrelid::regclass::text, conname`,
  )
  return rows
}

/** Returns the names as a list in SQL: `"a", "b"`. */
export function toList(client: Client, names: string[]): string {
  return names.map((name) => client.escapeIdentifier(name)).join(', ')
}
