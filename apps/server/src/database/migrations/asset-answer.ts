import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseError, type Pool } from 'pg'
import { UserError } from '../../errors.js'
import { MIGRATION_LOCK, migrationsFolder } from './migrations.js'

const definitionPath = join(migrationsFolder, '..', 'asset.sql')

const BATCH = 1_000

/**
 * Installs `prisma/asset.sql` when the database has another version of it, and rewrites the answers that differ. The
 * comment on the view `asset_answer` holds the hash of the installed file. It is written last, so an interrupted
 * installation is repeated. Does nothing when there are no tables yet.
 */
export async function installAssetAnswer(pool: Pool, path = definitionPath): Promise<void> {
  const { rows } = await pool.query<{ exists: boolean }>(`SELECT to_regclass('asset_text') IS NOT NULL AS exists`)
  if (!rows[0]?.exists) return
  const sql = await readFile(path, 'utf8')
  const hash = createHash('sha256').update(sql).digest('hex')
  if ((await findInstalled(pool)) === hash) return
  await pool.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK])
  if ((await findInstalled(pool)) === hash) return
  await install(pool, sql)
  await rewriteAnswers(pool)
  await pool.query(`COMMENT ON VIEW asset_answer IS '${hash}'`)
}

/** Runs a script. PostgreSQL runs several statements of a script in one transaction. */
async function install(pool: Pool, sql: string): Promise<void> {
  try {
    await pool.query(sql)
  } catch (error) {
    // Class 42: the text is wrong, or names what the database does not have.
    if (!(error instanceof DatabaseError && error.code?.startsWith('42'))) throw error
    const line = error.position && sql.slice(0, Number(error.position)).split('\n').length
    throw new UserError(
      `prisma/asset.sql does not fit the database: ${error.message}${line ? ` (line ${line})` : ''}. Correct that file.`,
    )
  }
}

async function findInstalled(pool: Pool): Promise<string | null> {
  const { rows } = await pool.query<{ hash: string | null }>(
    `SELECT obj_description(to_regclass('asset_answer'), 'pg_class') AS hash`,
  )
  return rows[0]?.hash ?? null
}

/** Rewrites the answers that differ, a batch of assets at a time, so that no asset is locked for long. */
async function rewriteAnswers(pool: Pool): Promise<void> {
  let last: string | null = '00000000-0000-0000-0000-000000000000'
  while (last !== null) {
    const { rows }: { rows: { last: string | null }[] } = await pool.query(
      `SELECT ids[cardinality(ids)] AS last, refresh_asset_text(ids)
       FROM (SELECT ARRAY (SELECT id FROM asset WHERE id > $1 ORDER BY id LIMIT ${BATCH}) AS ids) AS batch`,
      [last],
    )
    last = rows[0]?.last ?? null
  }
}
