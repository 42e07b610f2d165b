import { onTestFinished, test } from 'vitest'
import { makeFolder } from '../../fixtures/folder.js'
import { useDatabase } from '../../support/database/database.js'
import { query } from '../../support/database/query.js'
import { startCli } from '../../support/processes/cli.js'
import { until } from '../../support/until.js'

test.each(['serve --no-worker', 'worker'])(
  '%s removes old events and the jobs of deleted assets, and folds the versions of lists',
  async (command) => {
    const url = await useDatabase()
    await query(
      url,
      `INSERT INTO event (type, at) SELECT 'asset.added', now() - interval '2 hours' FROM generate_series(1, 25000)`,
    )
    await query(
      url,
      `INSERT INTO list_version (list_id)
       SELECT id FROM (SELECT gen_random_uuid() AS id FROM generate_series(1, 10)) AS list, generate_series(1, 3)`,
    )
    await query(
      url,
      `INSERT INTO asset_job (asset_id, name, owner_id, state)
       VALUES (gen_random_uuid(), 'transcode-video', gen_random_uuid(), 'succeeded')`,
    )
    const child = startCli(command.split(' '), {
      DATABASE_URL: url,
      DATA_DIR: await makeFolder(),
      PORT: '0',
      LOG_LEVEL: 'warn',
    })
    onTestFinished(() => void child.kill('SIGKILL'))

    await until(async () => {
      const [left] = await query<{ rows: number; versions: number }>(
        url,
        `SELECT (SELECT count(*) FROM event)::int + (SELECT count(*) FROM asset_job)::int AS rows,
           (SELECT count(*) FROM list_version)::int AS versions`,
      )
      return left?.rows === 0 && left.versions === 10
    })
  },
)
