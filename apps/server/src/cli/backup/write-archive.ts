import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Client } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { ZipFile } from 'yazl'
import { MIGRATION_LOCK } from '../../database/migrations/migrations.js'
import { UserError } from '../../errors.js'
import { listMigrations, listSequences, listTables, type Table, toList } from './catalogue.js'
import { type ArchivedTable, FORMAT, MANIFEST, type Manifest, toEntryPath } from './manifest.js'
import { createMeter, type WorkOptions } from './progress.js'
import { withSession } from './session.js'

/** The library to back up, and the facts for its manifest. */
export interface Source {
  url: string
  dataDir: string
  /** The version of this program. */
  version: string
}

const OPTIONS = { mode: 0o100600 }

/**
 * Writes an archive of a consistent snapshot of the library's tables, while others read and write them. Returns the manifest.
 * Throws a UserError when there is no library.
 */
export function writeArchive(source: Source, target: Writable, options: WorkOptions): Promise<Manifest> {
  return withSession(source.url, async (client) => {
    // The lock waits for a running migration, and prevents a new one until everything is read.
    await client.query('SELECT pg_advisory_lock_shared($1)', [MIGRATION_LOCK])
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    const zip = new ZipFile()
    const halves = new AbortController()
    const signal = AbortSignal.any([options.signal, halves.signal])
    // When one side fails, the other would never end.
    const halt = (error: unknown): never => {
      halves.abort(error)
      throw error
    }
    const [manifest] = await Promise.all([
      writeEntries(client, zip, source, { ...options, signal }).catch(halt),
      pipeline(zip.outputStream, target, { signal }).catch(halt),
    ])
    return manifest
  })
}

async function writeEntries(
  client: Client,
  zip: ZipFile,
  { version, dataDir }: Source,
  { signal, onProgress }: WorkOptions,
): Promise<Manifest> {
  const migrations = await listMigrations(client)
  if (migrations.length === 0) {
    throw new UserError('there is no library in this database. Check DATABASE_URL and DATA_DIR.')
  }
  const { rows } = await client.query<{ postgresql: string; madeAt: Date }>(
    `SELECT current_setting('server_version') AS postgresql, now() AS "madeAt"`,
  )
  const [moment = { postgresql: '', madeAt: new Date() }] = rows
  const found = await listTables(client)
  const total = found.reduce((sum, { size }) => sum + size, 0)
  let done = 0
  const tables: ArchivedTable[] = []
  for (const table of found) {
    const onBytes = (count: number) => {
      done += count
      onProgress({ step: `writing ${table.name}`, done, total: Math.max(total, done) })
    }
    tables.push(await writeTable(client, zip, table, { signal, onBytes }))
  }
  const manifest = {
    format: FORMAT,
    version,
    madeAt: moment.madeAt.toISOString(),
    dataDir,
    postgresql: moment.postgresql,
    migrations,
    tables,
    // Sequences are read last, because they may be ahead of the rows but never behind.
    sequences: await listSequences(client),
  } satisfies Manifest
  zip.addBuffer(Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`), MANIFEST, OPTIONS)
  zip.end()
  return manifest
}

async function writeTable(
  client: Client,
  zip: ZipFile,
  { name, columns }: Table,
  { signal, onBytes }: { signal: AbortSignal; onBytes: (count: number) => void },
): Promise<ArchivedTable> {
  const meter = createMeter(onBytes)
  zip.addReadStream(meter, toEntryPath(name), OPTIONS)
  const rows = client.query(
    copyTo(
      `COPY (SELECT ${toList(client, columns)} FROM ${client.escapeIdentifier(name)}) TO STDOUT (FORMAT csv, HEADER)`,
    ),
  )
  // A connection that is cut while it sends emits another error after the end of the stream.
  rows.on('error', () => {})
  // The number of rows arrives after the rows.
  await Promise.all([pipeline(rows, meter, { signal }), once(client, 'drain', { signal })])
  return { name, columns, rows: rows.rowCount, bytes: meter.bytes(), sha256: meter.sha256() }
}
