import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A migration in the folder. */
export interface Migration {
  name: string
  sql: string
  /** The SHA-256 of the SQL in hexadecimal, as Prisma records it. */
  checksum: string
}

/** A migration that a database has applied or begun. */
export interface HistoryRow {
  migration_name: string
  checksum: string
  is_finished: boolean
}

const isBuilt = import.meta.url.endsWith('.js')

/** The folder of the migrations: `prisma/migrations` of the repository, or its copy in a build. */
export const migrationsFolder = fileURLToPath(
  new URL(isBuilt ? '../../prisma/migrations' : '../../../../../prisma/migrations', import.meta.url),
)

/** Reads the migrations of a folder, oldest first. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  return Promise.all(
    names.sort().map(async (name) => {
      const sql = await readFile(join(folder, name, 'migration.sql'), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

/** Lists the names of migrations for people: `the migration a`, `the migrations a, b`. */
export function nameMigrations(names: string[]): string {
  return `the ${names.length === 1 ? 'migration' : 'migrations'} ${names.join(', ')}`
}

/** The advisory lock that is held during a migration. `prisma migrate deploy` takes the same lock. */
export const MIGRATION_LOCK = 72_707_369
