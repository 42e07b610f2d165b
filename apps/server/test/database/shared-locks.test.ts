import { expect, test } from 'vitest'
import { openSharedLocks } from '../../src/database/shared-locks.js'
import { startTestServer } from '../support/http/server.js'

const { database, databaseUrl } = await startTestServer()

/** Two servers, and who was told that its lock is wanted. */
function openTwo() {
  const told: string[] = []
  const [first, second] = [openSharedLocks(databaseUrl), openSharedLocks(databaseUrl)]
  return { first, second, told, close: () => Promise.all([first.close(), second.close()]) }
}

test('a lock waits for its holder, which is told, at another server and at the same one', async () => {
  const { first, second, told, close } = openTwo()
  const release = await first.acquire('a', () => told.push('first'))

  const taken = await second.tryAcquire('a', () => {})
  const other = await second.tryAcquire('b', () => {})
  const waiting = second.acquire('a', () => told.push('second'))
  await expect.poll(() => told).toContain('first')
  await release()
  const releaseSecond = await waiting
  const last = second.acquire('a', () => {})
  await expect.poll(() => told).toContain('second')
  await releaseSecond()
  await (await last)()
  await close()

  expect([taken, other !== null]).toEqual([null, true])
})

test('a lock ends with the connection of its server, which is told', async () => {
  const { first, second, told, close } = openTwo()
  const release = await first.acquire('c', () => told.push('first'))

  await database.$queryRaw`SELECT pg_terminate_backend(pid)::text FROM pg_stat_activity
    WHERE application_name = 'media-library locks' AND datname = current_database()`
  const taken = await second.acquire('c', () => {})
  await expect.poll(() => told).toContain('first')
  await release()
  const again = await first.tryAcquire('c', () => {})
  await taken()
  const free = await first.tryAcquire('c', () => {})
  await close()

  expect([again, free !== null]).toEqual([null, true])
})

test('without a database, a lock is refused with the advice to try again', async () => {
  const locks = openSharedLocks('postgresql://127.0.0.1:1/nowhere')

  await expect(locks.acquire('d', () => {})).rejects.toMatchObject({
    code: 'unavailable',
    headers: { 'Retry-After': '1' },
  })
  await locks.close()
})
