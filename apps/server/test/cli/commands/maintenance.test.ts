import { expect, onTestFinished, test } from 'vitest'
import { makeFolder } from '../../fixtures/folder.js'
import { createTestDatabase } from '../../support/database/database.js'
import { query } from '../../support/database/query.js'
import { startCli } from '../../support/processes/cli.js'
import { until } from '../../support/until.js'

test.each(['serve --no-worker', 'worker'])(
  '%s removes old events, and adds up the changes of lists',
  async (command) => {
    const { url, drop } = await createTestDatabase()
    onTestFinished(drop)
    await query(
      url,
      `INSERT INTO event (type, at) SELECT 'asset.added', now() - interval '2 hours' FROM generate_series(1, 25000)`,
    )
    await query(url, 'INSERT INTO list_change (list_id) SELECT gen_random_uuid() FROM generate_series(1, 10)')
    const child = startCli(command.split(' '), {
      DATABASE_URL: url,
      DATA_DIR: await makeFolder(),
      PORT: '0',
      LOG_LEVEL: 'warn',
    })
    onTestFinished(() => void child.kill('SIGKILL'))

    await until(async () => {
      const [left] = await query<{ count: number }>(
        url,
        'SELECT (SELECT count(*) FROM event)::int + (SELECT count(*) FROM list_change)::int AS count',
      )
      return left?.count === 0
    })

    expect(await query(url, 'SELECT FROM list_version')).toHaveLength(10)
  },
)
