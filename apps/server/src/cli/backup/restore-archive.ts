import { pipeline } from 'node:stream/promises'
import type { Client } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { FORMER_COMMIT, isFormer, toCurrentNames } from '../../database/migrations/former-migrations.js'
import { migrate } from '../../database/migrations/migrate.js'
import {
  MIGRATION_LOCK,
  migrationsFolder,
  nameMigrations,
  readMigrations,
} from '../../database/migrations/migrations.js'
import { UserError } from '../../errors.js'
import { listFilled, listForeignKeys, listMigrations, listTables, toList } from './catalogue.js'
import type { ArchivedTable, Manifest } from './manifest.js'
import { createMeter, type WorkOptions } from './progress.js'
import { type Archive, countBytes } from './read-archive.js'
import { withSession } from './session.js'

const EMPTY_PLACE = 'Restore into another DATA_DIR, or into the empty database of a DATABASE_URL. Nothing was changed.'

/** Throws a UserError when a later version made the archive, or one that is too old. */
export async function requireKnown({ version, migrations }: Manifest): Promise<void> {
  const known = (await readMigrations(migrationsFolder)).map(({ name }) => name)
  const unknown = migrations.filter((name) => !known.includes(name))
  if (unknown.length === 0 && migrations.every((name, index) => name === known[index])) return
  if (unknown.some(isFormer)) {
    throw new UserError(
      'the backup is of a version from before 0.1.0 that this version cannot upgrade. ' +
        `Restore it with the commit ${FORMER_COMMIT}, and back up again with that. Nothing was changed.`,
    )
  }
  throw new UserError(
    unknown.length > 0
      ? `the backup is newer than this version: media-library ${version} made it, with ${nameMigrations(unknown)}. ` +
          'Restore it with that version or a later one. Nothing was changed.'
      : `the backup was made by another build of media-library ${version}, whose migrations had another order. ` +
          'Restore it with that build. Nothing was changed.',
  )
}

/**
 * Restores a checked archive into an empty database, all or nothing. The tables are then those of the archive's version.
 * Returns the names of tables that do not belong to the library and were skipped. Throws a UserError when the database is not
 * empty.
 */
export function restoreArchive(url: string, archive: Archive, options: WorkOptions): Promise<string[]> {
  return withSession(url, async (client) => {
    await requireEmpty(client, archive.manifest)
    await migrate(url, migrationsFolder, archive.manifest.migrations.at(-1))
    return load(client, archive, options)
  })
}

async function requireEmpty(client: Client, { migrations }: Manifest): Promise<void> {
  const filled = await listFilled(client, await listTables(client))
  if (filled.length > 0) {
    throw new UserError(`the database is not empty: there are rows in ${filled.join(', ')}. ${EMPTY_PLACE}`)
  }
  const later = toCurrentNames(await listMigrations(client)).filter((name) => !migrations.includes(name))
  if (later.length > 0) {
    throw new UserError(`the tables of the database are empty, but of a later version than the backup. ${EMPTY_PLACE}`)
  }
}

/**
 * Fills the empty tables in one transaction. It drops the foreign keys first, because rows refer to each other in cycles.
 */
async function load(client: Client, archive: Archive, { signal, onProgress }: WorkOptions): Promise<string[]> {
  const { manifest } = archive
  await client.query('BEGIN')
  await client.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
  const own = await listTables(client)
  await client.query(
    `LOCK TABLE ${toList(
      client,
      own.map(({ name }) => name),
    )} IN ACCESS EXCLUSIVE MODE`,
  )
  await requireEmpty(client, manifest)
  const names = new Set(own.map(({ name }) => name))
  const foreignKeys = await listForeignKeys(client)
  for (const { drop } of foreignKeys) await client.query(drop)

  const total = countBytes(manifest)
  let done = 0
  for (const table of manifest.tables.filter(({ name }) => names.has(name))) {
    const onBytes = (count: number) => {
      done += count
      onProgress({ step: `restoring ${table.name}`, done, total })
    }
    const name = client.escapeIdentifier(table.name)
    // The archive already contains the rows that the triggers would write.
    await client.query(`ALTER TABLE ${name} DISABLE TRIGGER USER`)
    await loadTable(client, archive, table, { signal, onBytes })
    await client.query(`ALTER TABLE ${name} ENABLE TRIGGER USER`)
  }
  for (const { name, value } of manifest.sequences.filter(({ value }) => value !== null)) {
    await client.query('SELECT setval(to_regclass($1), $2::bigint)', [client.escapeIdentifier(name), value])
  }

  onProgress({ step: 'checking references', done: total, total })
  for (const { add } of foreignKeys) await client.query(add)
  await client.query('COMMIT')
  await client.query('ANALYZE')
  return manifest.tables.filter(({ name }) => !names.has(name)).map(({ name }) => name)
}

async function loadTable(
  client: Client,
  archive: Archive,
  table: ArchivedTable,
  { signal, onBytes }: { signal: AbortSignal; onBytes: (count: number) => void },
): Promise<void> {
  const meter = createMeter(onBytes)
  const into = client.query(
    copyFrom(
      `COPY ${client.escapeIdentifier(table.name)} (${toList(client, table.columns)}) FROM STDIN (FORMAT csv, HEADER MATCH)`,
    ),
  )
  await pipeline(await archive.open(table), meter, into, { signal })
  if (into.rowCount !== table.rows || meter.sha256() !== table.sha256) {
    throw new UserError(`${archive.path} changed while it was being read. Nothing was restored. Try again.`)
  }
}
