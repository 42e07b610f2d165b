import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A migration of the folder. */
export interface Migration {
  name: string
  sql: string
  /** SHA-256 of the SQL in hex, as Prisma records it. */
  checksum: string
}

const isBuilt = import.meta.url.endsWith('.js')

/** The migrations of this version: `prisma/migrations` of the repository, of which a build has a copy. */
export const migrationsFolder = fileURLToPath(
  new URL(isBuilt ? '../prisma/migrations' : '../../../../prisma/migrations', import.meta.url),
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
