import { JobName } from '@media-library/contract'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../support/database/database.js'
import { query } from '../support/database/query.js'

test('the database allows the job names of the contract, and no others', async () => {
  const { url } = await createTestDatabase()

  const [row] = await query<{ definition: string }>(
    url,
    `SELECT pg_get_constraintdef(oid) AS definition FROM pg_constraint WHERE conname = 'asset_job_name_check'`,
  )

  const allowed = [...(row?.definition ?? '').matchAll(/'([\w-]+)'/g)].map(([, name]) => name)
  expect(allowed.sort(), 'A new job name needs a migration that replaces asset_job_name_check.').toEqual(
    [...JobName.options].sort(),
  )
})
