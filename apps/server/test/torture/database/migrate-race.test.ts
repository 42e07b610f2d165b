import type { ChildProcess } from 'node:child_process'
import { expect, test } from 'vitest'
import { migrationsFolder, readMigrations } from '../../../src/database/migrations/migrations.js'
import { createEmptyDatabase } from '../../support/database/database.js'
import { startMigrating } from '../../support/database/migrating.js'
import { query } from '../../support/database/query.js'
import { byLevel, report } from '../../support/long.js'
import { draw, SEED } from '../../support/random.js'
import { until } from '../../support/until.js'

const ROUNDS = byLevel(1, 5, 200)
const PROCESSES = 4

/** Kills it while it migrates: after it has written its first table, and a random while. */
async function killMidway(child: ChildProcess, url: string) {
  const isMigrating = async () =>
    (await query<{ is: boolean }>(url, `SELECT to_regclass('_prisma_migrations') IS NOT NULL AS is`))[0]?.is
  await until(async () => child.exitCode !== null || (await isMigrating()))
  await new Promise((resolve) => setTimeout(resolve, draw(0, 400)))
  child.kill('SIGKILL')
}

function countApplied(url: string) {
  return query<{ name: string; times: number }>(
    url,
    `SELECT migration_name AS name, count(*)::int AS times FROM _prisma_migrations
     WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL GROUP BY 1 ORDER BY 1`,
  )
}

test(`${PROCESSES} processes migrate at once and one is killed midway: each migration is applied once`, async () => {
  const migrations = (await readMigrations(migrationsFolder)).map(({ name }) => name)
  let killed = 0
  let slowest = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    const { url, drop } = await createEmptyDatabase()
    const started = performance.now()
    const processes = Array.from({ length: PROCESSES }, () => startMigrating(url, migrationsFolder))
    const [victim, ...others] = processes as [(typeof processes)[0], ...typeof processes]
    await killMidway(victim.child, url)

    const ends = await Promise.all(others.map(({ ended }) => ended))
    if ((await victim.ended).code === null) killed += 1
    slowest = Math.max(slowest, performance.now() - started)

    expect(ends).toEqual(others.map(() => ({ code: 0, stdout: expect.any(String), errors: '' })))
    expect(await countApplied(url)).toEqual(migrations.map((name) => ({ name, times: 1 })))
    await drop()
  }
  report(`${ROUNDS} × ${PROCESSES} migrate at once`, {
    seed: String(SEED),
    'killed before its end': killed,
    'slowest round in ms': Math.round(slowest),
  })
})
