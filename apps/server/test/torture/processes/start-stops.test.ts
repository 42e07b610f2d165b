import { setTimeout as sleep } from 'node:timers/promises'
import { findPid } from '@media-library/embedded-postgres'
import { expect, onTestFinished, test } from 'vitest'
import { makeFolder } from '../../fixtures/folder.js'
import { makeUsedDataDir } from '../../support/database/data-dir.js'
import { byLevel, report, toBusyLimit } from '../../support/long.js'
import { listChildren, resumeFamily, suspendFamily } from '../../support/processes/process-list.js'
import { holdLock, listenSilently, startServing } from '../../support/processes/starting.js'
import { draw } from '../../support/random.js'

const STOPS = byLevel(2, 10, 200)
const STOP_LIMIT_MS = toBusyLimit(10_000)

test('SIGTERM ends it at any moment of a start, and leaves no PostgreSQL', async () => {
  let slowest = 0
  for (let stop = 0; stop < STOPS; stop += 1) {
    const dataDir = stop % 2 === 0 ? await makeUsedDataDir() : await makeFolder()
    const { child, ended, said } = startServing({ DATA_DIR: dataDir })
    await expect.poll(said).toContain('Opening')
    await sleep(draw(0, 3_000))
    const signalledAt = performance.now()
    child.kill('SIGTERM')
    const { code } = await ended
    slowest = Math.max(slowest, performance.now() - signalledAt)

    expect(code).toBe(0)
    expect(await findPid(dataDir)).toBeNull()
    expect(await listChildren(child.pid, '')).toEqual([])
  }
  expect(slowest).toBeLessThan(STOP_LIMIT_MS)
  report(`${STOPS} × SIGTERM while it starts`, { 'slowest ms': Math.round(slowest) })
})

test.each([
  ['a lock that another process holds', async () => ({ DATA_DIR: await holdLock() })],
  ['a silent database', async () => ({ DATABASE_URL: await listenSilently() })],
])('SIGTERM ends it while it waits for %s', async (_, prepare) => {
  const { child, ended, said } = startServing(await prepare())
  await expect.poll(said).toContain('Opening')
  await sleep(500)
  const signalledAt = performance.now()
  child.kill('SIGTERM')
  const { code } = await ended

  expect(code).toBe(0)
  expect(performance.now() - signalledAt).toBeLessThan(STOP_LIMIT_MS)
})

test('SIGTERM ends it and its worker while every process of its PostgreSQL is suspended', async () => {
  const dataDir = await makeUsedDataDir()
  const { child, ended, said } = startServing({ DATA_DIR: dataDir, ADMIN_PORT: '0' })
  await expect.poll(said).toContain('Metrics')
  const postmaster = (await findPid(dataDir)) as number
  await suspendFamily(postmaster)
  onTestFinished(() => resumeFamily(postmaster))
  await sleep(byLevel(1_000, 5_000, 30_000))

  const signalledAt = performance.now()
  child.kill('SIGTERM')
  const { code } = await ended
  const ms = Math.round(performance.now() - signalledAt)

  report('SIGTERM while its PostgreSQL is suspended', { 'ended after ms': ms })
  expect(code).toBe(0)
  expect(ms).toBeLessThan(STOP_LIMIT_MS)
})
