import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { findDrift } from '../../../scripts/drift.js'
import { dumpPath, dumpSchema } from '../../../scripts/schema-dump.js'
import { createTestDatabase } from '../../support/database/database.js'
import { query } from '../../support/database/query.js'

/** The PostgreSQL that comes with the service, which writes the dump. */
const WRITER = 180_000

test('the migrations agree with the schema', async () => {
  const { url } = await createTestDatabase()

  const sql = await findDrift(url)

  expect(sql).toBe('')
})

test('a column that exists only in the database is drift', async () => {
  const { url } = await createTestDatabase()
  await query(url, 'ALTER TABLE "tag" ADD COLUMN "color" TEXT')

  const sql = await findDrift(url)

  expect(sql).toContain('DROP COLUMN "color"')
})

test('prisma/database.sql shows the whole current database', async ({ skip }) => {
  const { url } = await createTestDatabase()
  const [server] = await query<{ version: number }>(url, `SELECT current_setting('server_version_num')::int AS version`)
  skip((server?.version ?? 0) < WRITER, 'an older PostgreSQL writes it in other words')

  const dump = await dumpSchema(url)

  expect(dump, 'Run `pnpm migration` to write prisma/database.sql.').toBe(await readFile(dumpPath, 'utf8'))
})
