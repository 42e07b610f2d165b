import type { JobName } from '@media-library/contract'
import { makeApiKey } from '@media-library/server/api-key'
import { readConfig } from '@media-library/server/config'
import { openContext } from '@media-library/server/context'
import { Pool } from 'pg'

/** A library of one user on its own PostgreSQL. */
export interface Library {
  /** A pool for plain SQL. */
  pool: Pool
  /** The environment with which a server process uses it. */
  env: { DATABASE_URL: string; DATA_DIR: string }
  /** A key of the user, with all scopes. */
  apiKey: string
  /** Adds a photo for each path, whether or not a file exists there; returns their ids in order. */
  addPhotos(paths: string[]): Promise<string[]>
  close(): Promise<void>
}

const insertPhotos = `
  INSERT INTO asset (id, owner_id, library_id, device_asset_id, device_id, type, original_path, original_file_name,
    checksum, file_created_at, file_modified_at, local_date_time)
  SELECT uuidv7(), owner_id, id, path, 'bench', 'IMAGE', path, path,
    substr(sha256(convert_to(path, 'UTF8')), 1, 20), now(), now(), now()
  FROM library, unnest($1::text[]) WITH ORDINALITY AS requested (path, position)
  WHERE name = 'bench'
  ORDER BY position
  RETURNING id`

/**
 * The time limit of a statement. A tag of 100,000 assets is one statement, which takes seconds on an idle machine, and minutes on a busy
 * one.
 */
const STATEMENT_MS = 600_000

/** Creates a library in an empty folder, with the photos in `importPath`. */
export async function openLibrary(folder: string, importPath = folder): Promise<Library> {
  const context = await openContext(readConfig({ DATA_DIR: folder, LOG_LEVEL: 'warn' }))
  const { database, url } = context
  const pool = new Pool({ connectionString: url, max: 10, statement_timeout: STATEMENT_MS })
  // The database may stop before its connections close. A query that fails reports it.
  pool.on('error', () => {})
  const { id, key, secretHash } = makeApiKey()
  await database.user.create({
    data: {
      email: 'bench@example.org',
      name: 'Bench',
      apiKeys: { create: { id, name: 'bench', secretHash, scopes: ['all'] } },
      libraries: { create: { name: 'bench', importPath } },
    },
  })
  return {
    pool,
    env: { DATABASE_URL: url, DATA_DIR: folder },
    apiKey: key,
    addPhotos: async (paths) => {
      const { rows } = await pool.query<{ id: string }>(insertPhotos, [paths])
      await pool.query('ANALYZE asset')
      return rows.map((row) => row.id)
    },
    close: async () => {
      await pool.end()
      await context.close()
    },
  }
}

/** Queues a job for each asset, as a person would. */
export async function queueJobs({ pool }: Library, name: JobName, assetIds: string[]): Promise<void> {
  await pool.query(
    'INSERT INTO asset_job (asset_id, owner_id, name) SELECT id, owner_id, $1 FROM asset WHERE id = ANY ($2::uuid[])',
    [name, assetIds],
  )
}

/** Removes all jobs, and the dead rows that would affect the next measurement. */
export async function forgetJobs({ pool }: Library): Promise<void> {
  await pool.query('TRUNCATE asset_job')
  await pool.query('CHECKPOINT')
}
