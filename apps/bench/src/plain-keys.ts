import type { Pool } from 'pg'

/** The foreign keys that triggers check for the service. */
const keys = [
  { table: 'album_asset', constraint: 'album_asset_album_id_fkey' },
  { table: 'album_asset', constraint: 'album_asset_asset_id_fkey' },
  { table: 'asset_job', constraint: 'asset_job_asset_id_fkey' },
]

/** Runs work while PostgreSQL itself checks all foreign keys, as it does for a schema without triggers. */
export async function withPlainKeys<T>(pool: Pool, work: () => Promise<T>): Promise<T> {
  await enforce(pool, true)
  try {
    return await work()
  } finally {
    await enforce(pool, false)
  }
}

async function enforce(pool: Pool, isPlain: boolean) {
  const statements = keys.flatMap(({ table, constraint }) => [
    `ALTER TABLE ${table} ALTER CONSTRAINT ${constraint} ${isPlain ? '' : 'NOT '}ENFORCED`,
    `ALTER TABLE ${table} ${isPlain ? 'DISABLE' : 'ENABLE'} TRIGGER references_on_insert`,
  ])
  await pool.query(`BEGIN; ${statements.join('; ')}; COMMIT`)
}
