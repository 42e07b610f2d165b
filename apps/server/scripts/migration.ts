import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { openEmbedded } from '../src/database/embedded.js'
import { migrate } from '../src/database/migrations/migrate.js'
import { migrationsFolder, readMigrations } from '../src/database/migrations/migrations.js'
import { UserError } from '../src/errors.js'
import { findDrift } from './drift.js'
import { dumpPath, dumpSchema } from './schema-dump.js'

/**
 * Does work on a new database with every migration, or only those up to `last`: then it lacks what `asset.sql` installs.
 */
async function withMigrated<T>(work: (url: string) => Promise<T>, last?: string): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'media-library-migration-'))
  try {
    const database = await openEmbedded(dataDir)
    try {
      await migrate(database.url, migrationsFolder, last)
      return await work(database.url)
    } finally {
      await database.close()
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function writeMigration(name: string, sql: string): Promise<string> {
  const time = new Date().toISOString().replace(/\D/g, '').slice(0, 14)
  const folder = join(migrationsFolder, `${time}_${name.replace(/\W+/g, '_').toLowerCase()}`)
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'migration.sql'), sql)
  await writeFile(join(migrationsFolder, 'migration_lock.toml'), 'provider = "postgresql"\n')
  return join(folder, 'migration.sql')
}

const program = new Command('migration')
  .description(
    'Writes the migration that takes prisma/migrations to prisma/schema.prisma, and prisma/database.sql, which shows the ' +
      'whole database. It needs no database of yours.',
  )
  .argument('[name]', 'what the migration does, such as add_tag_color; without it the SQL is printed')
  .option('--check', 'print the SQL and exit with 1 when the migrations lag behind the schema')
  .action(async (name: string | undefined, { check }: { check?: true }) => {
    // `asset.sql` may already name columns that only the new migration adds.
    const sql = await withMigrated(findDrift, (await readMigrations(migrationsFolder)).at(-1)?.name)
    if (sql !== '' && name && !check) process.stdout.write(`${await writeMigration(name, sql)}\n`)
    if (!check && (sql === '' || name)) await writeFile(dumpPath, await withMigrated(dumpSchema))
    if (sql === '') process.stderr.write('The migrations agree with the schema.\n')
    if (sql === '' || (name && !check)) return
    process.stdout.write(sql)
    if (check) {
      process.stderr.write('error: the migrations lag behind prisma/schema.prisma. Run `pnpm migration <name>`.\n')
      process.exitCode = 1
    }
  })

await program.parseAsync().catch((error: unknown) => {
  if (!(error instanceof UserError)) throw error
  process.stderr.write(`error: ${error.message}\n`)
  process.exitCode = 1
})
