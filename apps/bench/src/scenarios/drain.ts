import { join } from 'node:path'
import type { Pool } from 'pg'
import { openLibrary } from '../library.js'
import { PRICES, type Scenario } from '../scenario.js'
import { startProcess } from '../start-process.js'
import { measureWorker } from '../worker-rate.js'

const connections = 8
const warmUpCount = 100

const fill = `
  DROP TABLE IF EXISTS bare_job;
  CREATE TABLE bare_job (id bigint GENERATED ALWAYS AS IDENTITY, asset_id uuid NOT NULL, is_taken boolean NOT NULL);
  CREATE INDEX ON bare_job (id) WHERE NOT is_taken;
  ALTER TABLE bare_job ADD PRIMARY KEY (id);
  INSERT INTO bare_job (asset_id, is_taken) SELECT id, false FROM asset;
  ANALYZE bare_job;
  CHECKPOINT`

// As in the worker, a crash may lose a claim, but not an outcome.
const take = {
  name: 'take',
  text: `
    WITH unhurried AS (SELECT set_config('synchronous_commit', 'off', true))
    UPDATE bare_job SET is_taken = true FROM unhurried
    WHERE id = (SELECT id FROM bare_job WHERE NOT is_taken ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING id`,
}
const finish = { name: 'finish', text: 'DELETE FROM bare_job WHERE id = $1' }

/**
 * Compares the empty jobs per second of a worker, which claims and finishes several in one statement, with a loop that
 * claims and finishes rows one by one, over several connections.
 */
export const drainJobs: Scenario = {
  name: 'drain-100000',
  unit: 'jobs',
  aim: 0.25,
  price: PRICES.job,
  prepare: async ({ folder, quick, signal }) => {
    const library = await openLibrary(join(folder, 'library'))
    const { pool, env } = library
    const count = quick ? 10_000 : 100_000
    const ids = await library.addPhotos(
      Array.from({ length: warmUpCount + count }, (_, index) => `/photos/${index}.jpg`),
    )

    const startWorker = () =>
      startProcess({
        module: new URL('../programs/empty-worker.js', import.meta.url).href,
        env: { ...env, WORKER_IMAGES: '0', WORKER_VIDEOS: '0' },
        ready: /ready/,
        signal,
      })

    return {
      ours: async () => ({
        rate: await measureWorker(library, startWorker, {
          name: 'refresh-metadata',
          warmUpIds: ids.slice(0, warmUpCount),
          assetIds: ids.slice(warmUpCount),
        }),
      }),
      floor: async () => {
        for (const statement of fill.split(';')) await pool.query(statement)
        const startedAt = performance.now()
        const done = await Promise.all(Array.from({ length: connections }, () => drain(pool, signal)))
        return { rate: (done.reduce((sum, each) => sum + each, 0) * 1_000) / (performance.now() - startedAt) }
      },
      close: library.close,
    }
  },
}

/** Claims and finishes one job after the other until none is left; returns their number. */
async function drain(pool: Pool, signal: AbortSignal): Promise<number> {
  const client = await pool.connect()
  try {
    for (let done = 0; ; done += 1) {
      signal.throwIfAborted()
      const { rows } = await client.query<{ id: string }>(take)
      if (!rows[0]) return done
      await client.query({ ...finish, values: [rows[0].id] })
    }
  } finally {
    client.release()
  }
}
