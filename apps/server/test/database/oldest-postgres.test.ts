import { expect, inject, test } from 'vitest'
import { hasOldestPostgres } from '../support/database/oldest-postgres.js'
import { query } from '../support/database/query.js'

if (!hasOldestPostgres)
  process.stderr.write('PostgreSQL 15 is not tested: it is not installed. Install it (apt install postgresql-15).\n')

test.skipIf(!hasOldestPostgres)('the suite runs on the oldest supported PostgreSQL', async () => {
  const [server] = await query<{ version: string }>(
    inject('testDatabase').serverUrl,
    `SELECT current_setting('server_version') AS version`,
  )

  expect(server?.version).toMatch(/^15\./)
})
