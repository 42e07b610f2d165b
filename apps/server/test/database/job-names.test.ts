import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
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

test('each job has a test of its name', () => {
  const untested = JobName.options
    .filter((name) => !existsSync(fileURLToPath(new URL(`../jobs/${name}.test.ts`, import.meta.url))))
    .map((name) => `${name} has no test: write test/jobs/${name}.test.ts`)

  expect(untested).toEqual([])
})

test.each(['docs/build/api/jobs.md', 'docs/operate/commands.md'])('%s names each job (J1)', (page) => {
  const text = readFileSync(new URL(`../../../../${page}`, import.meta.url), 'utf8')

  expect(JobName.options.filter((name) => !text.includes(`\`${name}\``))).toEqual([])
})
