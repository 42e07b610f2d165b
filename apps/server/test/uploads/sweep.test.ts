import { randomUUID } from 'node:crypto'
import { mkdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { advanceRetentionClock } from '../../src/asset-changes/retention-clock.js'
import { openSharedLocks } from '../../src/database/shared-locks.js'
import { createLogger } from '../../src/logger.js'
import { hasEnded, readProcessMark } from '../../src/process/process-mark.js'
import { createProcessFolder } from '../../src/storage/process-folder.js'
import { toIncomingPath } from '../../src/uploads/incoming/incoming.js'
import { sweepPartialFiles, sweepPartialUploads, sweepUploads } from '../../src/uploads/incoming/sweep.js'
import { openFolderBytes } from '../../src/uploads/resumable/folder-bytes.js'
import { openPartialUploads, toLock } from '../../src/uploads/resumable/partial-uploads.js'
import { makeSharedFolder } from '../fixtures/folder.js'
import { createAsset, createUser } from '../support/database/factories.js'
import { startTestServer } from '../support/http/server.js'
import { until } from '../support/until.js'
import { filesIn } from '../support/uploads/upload.js'

const { database, databaseUrl } = await startTestServer()
const root = await makeSharedFolder()
const logger = createLogger({ logLevel: 'silent' })
const [boot, , ...others] = readProcessMark().split('~')
/** No process has this id. */
const ended = [boot, 4_194_305, ...others].join('~')

async function leave(mark: string, ownerId: string, { isPublished = false } = {}) {
  const uploadId = randomUUID()
  const entry = join(root, '.incoming', mark, `${ownerId}.${uploadId}`)
  const folder = isPublished ? toIncomingPath(root, { ownerId, uploadId }) : join(entry, 'files')
  await mkdir(entry, { recursive: true })
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'a.jpg'), 'content')
  return join(folder, 'a.jpg')
}

function sweep() {
  return sweepUploads(root, { database, logger })
}

test('removes what a process that has ended was receiving, and what it had moved without recording it', async () => {
  const ada = await createUser(database)
  await leave(ended, ada.id)
  await leave(ended, ada.id, { isPublished: true })

  expect(await sweep()).toBe(2)

  expect(await filesIn(root)).toEqual([])
})

test('keeps the file of an asset that was recorded before the end of its process', async () => {
  const ada = await createUser(database)
  const originalPath = await leave(ended, ada.id, { isPublished: true })
  await createAsset(database, ada, { originalPath })

  await sweep()

  expect((await filesIn(root)).map((path) => join(root, path))).toEqual([originalPath])
  await rm(originalPath)
})

test('leaves what a live process receives alone', async () => {
  const ada = await createUser(database)
  const path = await leave(`${readProcessMark()}~1`, ada.id)

  await sweep()

  expect((await filesIn(root)).map((found) => join(root, found))).toEqual([path])
  await rm(join(root, '.incoming'), { recursive: true })
})

test('leaves a server of another machine alone until it has been silent for ten minutes', async () => {
  const ada = await createUser(database)
  const mark = 'another-machine~1~1~host'
  await leave(mark, ada.id)

  const early = await sweep()
  const longAgo = new Date(Date.now() - 601_000)
  await utimes(join(root, '.incoming', mark), longAgo, longAgo)
  const late = await sweep()

  expect([early, late]).toEqual([0, 1])
})

test('leaves a server of another machine alone whose clock is behind', async () => {
  const ada = await createUser(database)
  const mark = 'another-machine~1~2~host'
  await leave(mark, ada.id)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 })
  onTestFinished(() => void vi.useRealTimers())

  const swept = await sweep()

  expect(swept).toBe(0)
  await rm(join(root, '.incoming'), { recursive: true })
})

test('shows by the clock of the disk that it runs', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval'], now: Date.now() - 3_600_000 })
  onTestFinished(() => void vi.useRealTimers())
  const { path, remove } = await createProcessFolder(await makeSharedFolder())
  await utimes(path, 0, 0)

  vi.advanceTimersByTime(60_000)

  await until(async () => (await stat(path)).mtimeMs > 0)
  expect((await stat(path)).mtimeMs).toBeGreaterThan(Date.now() + 1_800_000)
  await remove()
})

test('knows whether a process has ended, but not on another machine', () => {
  expect([readProcessMark(), ended, 'other~1~1~host', 'nonsense'].map(hasEnded)).toEqual([false, true, null, null])
})

test('removes resumable uploads that were left alone for a day, unless another server is at work on them (UP19)', async () => {
  const folder = await makeSharedFolder()
  const partials = openPartialUploads(database, openFolderBytes(folder))
  const [own, other] = [openSharedLocks(databaseUrl), openSharedLocks(databaseUrl)]
  const { id: ownerId } = await createUser(database)
  const make = async (touchedAt: Date) => {
    const name = { ownerId, uploadId: randomUUID() }
    await database.resumableUpload.create({ data: { id: name.uploadId, ownerId, size: 10, metadata: {}, touchedAt } })
    await mkdir(join(folder, '.resumable', ownerId), { recursive: true })
    await writeFile(join(folder, '.resumable', ownerId, name.uploadId), 'a')
    return name
  }
  const longAgo = new Date(Date.now() - 90_000_000)
  const [left, busy, recent] = [await make(longAgo), await make(longAgo), await make(new Date())]
  const release = await other.acquire(toLock(busy), () => {})

  const swept = await sweepPartialUploads(partials, { database, locks: own, logger })
  const found = await Promise.all([left, busy, recent].map(partials.find))
  await release()
  const later = await sweepPartialUploads(partials, { database, locks: own, logger })
  await Promise.all([own.close(), other.close()])

  expect([swept, later]).toEqual([1, 1])
  expect(found.map((upload) => upload?.arrived ?? null)).toEqual([null, 1, 1])
  expect(await filesIn(join(folder, '.resumable', ownerId))).toEqual([recent.uploadId])
})

test.each([
  ['the service was stopped, or the clock was set ahead, for longer', -25],
  ['the clock was set back since', 25],
])('keeps a resumable upload for a day of its own when %s (UP19)', async (_cause, hours) => {
  const partials = openPartialUploads(database, openFolderBytes(await makeSharedFolder()))
  const locks = openSharedLocks(databaseUrl)
  const { id: ownerId } = await createUser(database)
  const touchedAt = new Date(Date.now() + hours * 3_600_000)
  const { id } = await database.resumableUpload.create({
    data: { id: randomUUID(), ownerId, size: 10, metadata: {}, touchedAt },
  })
  await advanceRetentionClock(database, logger)
  await database.trashClock.updateMany({ data: { checkedAt: touchedAt } })

  const swept = await sweepPartialUploads(partials, { database, locks, logger })
  await locks.close()

  const kept = await database.resumableUpload.findUniqueOrThrow({ where: { id } })
  expect(swept).toBe(0)
  expect(Math.abs(kept.touchedAt.getTime() - Date.now())).toBeLessThan(3_600_000)
})

test('removes the bytes of a resumable upload of which the database knows nothing, after a day (UP19)', async () => {
  const folder = await makeSharedFolder()
  const { id: ownerId } = await createUser(database)
  const known = await database.resumableUpload.create({ data: { id: randomUUID(), ownerId, size: 10, metadata: {} } })
  const forgotten = randomUUID()
  const names = [known.id, forgotten, `${forgotten}.json`, 'another']
  await mkdir(join(folder, '.resumable', ownerId), { recursive: true })
  for (const name of names) await writeFile(join(folder, '.resumable', ownerId, name), 'a')
  const sweepAt = async (now: number) => {
    await sweepPartialFiles(folder, { database, now })
    return filesIn(join(folder, '.resumable', ownerId))
  }

  const early = await sweepAt(Date.now())
  const late = await sweepAt(Date.now() + 90_000_000)

  expect(early).toEqual(names.sort())
  expect(late).toEqual([known.id, 'another'].sort())
})
