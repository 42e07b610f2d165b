import { expect, test } from 'vitest'
import { findDrift } from '../../scripts/drift.js'
import { createTestDatabase } from '../support/database.js'
import { query } from '../support/query.js'

test('the migrations agree with the schema', async () => {
  const { url } = await createTestDatabase()

  const sql = await findDrift(url)

  expect(sql).toBe('')
})

test('a column that only the database has is drift', async () => {
  const { url } = await createTestDatabase()
  await query(url, 'ALTER TABLE "tag" ADD COLUMN "color" TEXT')

  const sql = await findDrift(url)

  expect(sql).toContain('DROP COLUMN "color"')
})
