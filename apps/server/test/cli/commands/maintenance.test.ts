import { expect, onTestFinished, test } from 'vitest'
import { makeFolder } from '../../fixtures/folder.js'
import { createTestDatabase } from '../../support/database/database.js'
import { query } from '../../support/database/query.js'
import { startCli } from '../../support/processes/cli.js'
import { until } from '../../support/until.js'

test.each(['serve --no-worker', 'worker'])(
  '%s removes old events, and folds the versions of lists',
  async (command) => {
    const { url, drop } = await createTestDatabase()
    onTestFinished(drop)
    await query(
      url,
      `INSERT INTO event (type, at) SELECT 'asset.added', now() - interval '2 hours' FROM generate_series(1, 25000)`,
    )
    await query(
      url,
      `INSERT INTO list_version (list_id)
       SELECT id FROM (SELECT gen_random_uuid() AS id FROM generate_series(1, 10)) AS list, generate_series(1, 3)`,
    )
    const child = startCli(command.split(' '), {
      DATABASE_URL: url,
      DATA_DIR: await makeFolder(),
      PORT: '0',
      LOG_LEVEL: 'warn',
    })
    onTestFinished(() => void child.kill('SIGKILL'))

    await until(async () => {
      const [left] = await query<{ events: number; versions: number }>(
        url,
        'SELECT (SELECT count(*)::int FROM event) AS events, (SELECT count(*)::int FROM list_version) AS versions',
      )
      return left?.events === 0 && left.versions === 10
    })
  },
)
