import { expect, test } from 'vitest'
import { planRemoval } from '../../src/asset-changes/planned-removal.js'
import { advanceRetentionClock } from '../../src/asset-changes/retention-clock.js'
import { createLogger } from '../../src/logger.js'
import { createUser } from '../support/database/factories.js'
import { startTestServer } from '../support/http/server.js'

const { database } = await startTestServer()
const logger = createLogger({ logLevel: 'silent' })

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** Moves the clock of the trash on, when it was checked so long ago, and lags so far behind then. Returns how far it lags now. */
async function lagAfter(passedMs: number, lagMs = 0) {
  await database.$executeRaw`
    INSERT INTO trash_clock (time, checked_at)
    VALUES (now() - ${passedMs + lagMs} * interval '1 ms', now() - ${passedMs} * interval '1 ms')
    ON CONFLICT (id) DO UPDATE SET time = excluded.time, checked_at = excluded.checked_at`
  const before = Date.now()
  const time = await advanceRetentionClock(database, logger)
  return before - time.getTime()
}

test.each([
  ['follows the clock of the database', { passed: HOUR, lag: 0 }, 0],
  ['follows it after a day without the service', { passed: DAY, lag: 0 }, 0],
  ['lags when the clock is set ten years ahead', { passed: 3_650 * DAY, lag: 0 }, 3_648 * DAY],
  ['comes nearer by as much as passes', { passed: HOUR, lag: 100 * DAY }, 100 * DAY - HOUR],
  ['is right at once when the clock is set back', { passed: -3_650 * DAY, lag: 0 }, 0],
])('the clock of the trash %s (TR5)', async (_name, { passed, lag }, expected) => {
  expect(Math.abs((await lagAfter(passed, lag)) - expected)).toBeLessThan(HOUR / 2)
})

test.each([
  ['before the clock was set a month ahead', -30],
  ['while the clock was ten years ahead', 3_650],
])('a file that was planned %s is kept for a day, and no longer (TR5)', async (_when, days) => {
  const { id } = await createUser(database)
  await lagAfter(0)
  const [fileId = ''] = await planRemoval(database, id, ['/photos/a.jpg'])
  // As the database sees what it knows once its clock was set.
  const moved = days * DAY
  await database.$executeRaw`UPDATE file_removal SET due_at = due_at + ${moved} * interval '1 ms'`

  await lagAfter(-moved)

  const { dueAt } = await database.fileRemoval.findUniqueOrThrow({ where: { assetId: fileId } })
  expect(Math.abs(dueAt.getTime() - Date.now() - DAY)).toBeLessThan(HOUR)
})
