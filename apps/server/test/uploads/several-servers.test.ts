import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { makeJpeg } from '../fixtures/photo.js'
import { createUser, type TestUser } from '../support/database/factories.js'
import { openFileLibrary } from '../support/http/file-library.js'
import { serve } from '../support/processes/serve-process.js'
import { until } from '../support/until.js'
import { beginPatch, create, head, patch, tus } from '../support/uploads/resumable.js'
import { beginUpload, filesIn, makeFile, toSha1, upload } from '../support/uploads/upload.js'

const settings = { UPLOAD_RESERVE: '0', UPLOAD_LIMIT: '64MiB', RATE_LIMIT: '0' }
const { server, dataDir } = await openFileLibrary(settings)
const { database } = server
const environment = { ...settings, DATABASE_URL: server.databaseUrl, DATA_DIR: dataDir }
const elsewhere = await serve(environment, ['--no-worker'], afterAll)

/** Asks as often as that at once, of both servers in turn. */
function atOnce<T>(count: number, ask: (server: { url: string }, index: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => ask(index % 2 === 0 ? server : elsewhere, index)))
}

function countOpen({ id: ownerId }: TestUser) {
  return database.resumableUpload.count({ where: { ownerId } })
}

/** The bytes that a user's open uploads have on the disk. */
async function countPartialBytes({ id }: TestUser) {
  const folder = join(dataDir, 'upload', '.resumable', id)
  const sizes = await Promise.all((await filesIn(folder)).map(async (name) => (await stat(join(folder, name))).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** Waits until a request is at work on an upload. */
function untilLocked() {
  return until(async () => {
    const locks = await database.$queryRaw<unknown[]>`
      SELECT FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database
      WHERE locktype = 'advisory' AND granted AND datname = current_database()`
    return locks.length > 0
  })
}

async function makePhoto(bytes: number) {
  return Buffer.concat([await makeJpeg(), Buffer.from(randomUUID()), Buffer.alloc(bytes)]).subarray(0, bytes)
}

/** The same address at the other server. */
function atOther(address: string) {
  return new URL(new URL(address).pathname, elsewhere.url).href
}

test('a user has no more open uploads than they may, however many begin at once (UP18)', async () => {
  const ada = await createUser(database)
  const data = Array.from({ length: 995 }, () => ({ id: randomUUID(), ownerId: ada.id, size: 1, metadata: {} }))
  await database.resumableUpload.createMany({ data })

  const answers = await atOnce(20, (each) => create(each, ada, 10))

  const refused = answers.filter(({ status }) => status !== 201)
  expect(refused.map(({ problem }) => problem.code)).toEqual(Array(15).fill('too_many_requests'))
  expect(await countOpen(ada)).toBe(1_000)
})

test('the quota holds for uploads that begin at once, and what it refuses leaves nothing (UP18)', async () => {
  const ada = await createUser(database, { quotaBytes: 2_000_000 })
  const photo = await makePhoto(1_500_000)

  const answers = await atOnce(20, (each, index) => create(each, ada, photo.length, index < 10 ? {} : { body: photo }))

  const refused = answers.filter(({ status }) => status !== 201)
  expect(refused.map(({ problem }) => problem.code)).toEqual(Array(19).fill('quota_exceeded'))
  expect(await countOpen(ada)).toBe(1)
  expect(await countPartialBytes(ada)).toBeLessThanOrEqual(1_500_000)
})

test('an open upload of either kind counts for the other one until it ends (UP10)', async () => {
  const ada = await createUser(database, { quotaBytes: 1_000_000 })
  const photo = await makePhoto(500_000)
  const uploadAnywhere = () => upload(server, ada, { assetData: makeFile(photo) })

  const { address } = await create(elsewhere, ada, 900_000)
  const besideResumable = await uploadAnywhere()
  await tus(ada, 'DELETE', address)
  const form = await beginUpload(elsewhere, ada, 900_000)
  await until(async () => (await database.formUpload.count({ where: { ownerId: ada.id } })) === 1)
  const besideForm = await create(server, ada, photo.length)
  form.destroy()
  await until(async () => (await database.formUpload.count({ where: { ownerId: ada.id } })) === 0)
  const last = await uploadAnywhere()

  expect([besideResumable.body.code, besideForm.problem.code]).toEqual(['quota_exceeded', 'quota_exceeded'])
  expect(last.status).toBe(201)
})

test('what a server reserved is given back when it has died, and not before (UP10)', async () => {
  const ada = await createUser(database, { quotaBytes: 1_000_000 })
  const ofAda = { where: { ownerId: ada.id } }
  const dying = await serve(environment, ['--no-worker'])
  await beginUpload(dying, ada, 900_000)
  await until(async () => (await database.formUpload.count(ofAda)) === 1)
  const silence = { ...ofAda, data: { seenAt: new Date(Date.now() - 11_000) } }

  await database.formUpload.updateMany(silence)
  await until(async () => Date.now() - ((await database.formUpload.findFirst(ofAda))?.seenAt.getTime() ?? 0) < 10_000)
  const alive = await create(server, ada, 500_000)
  await dying.stop('SIGKILL')
  await database.formUpload.updateMany(silence)
  const dead = await create(server, ada, 500_000)
  await database.formUpload.updateMany({ ...ofAda, data: { seenAt: new Date(Date.now() + 3_600_000) } })
  const deadBeforeClockWasSetBack = await create(server, ada, 400_000)

  expect([alive.problem.code, dead.status, deadBeforeClockWasSetBack.status]).toEqual(['quota_exceeded', 201, 201])
})

test('creating uploads of one checksum at once makes one, which all are told (UP17)', async () => {
  const ada = await createUser(database)
  const photo = await makePhoto(100_000)
  const metadata = { checksum: toSha1(photo) }

  const created = await atOnce(10, (each) => create(each, ada, photo.length, { metadata }))
  const sent = await atOnce(6, (each) => create(each, ada, photo.length, { metadata, body: photo }))

  expect(new Set(created.map(({ status, offset }) => `${status} ${offset}`))).toEqual(new Set(['201 0']))
  expect(new Set(created.map(({ address }) => basename(address))).size).toBe(1)
  const [asset] = await database.asset.findMany({ where: { ownerId: ada.id } })
  expect(sent.map(({ status, result }) => [status, result?.id])).toEqual(Array(6).fill([201, asset?.id]))
  expect(await database.asset.count({ where: { ownerId: ada.id } })).toBe(1)
})

test('of many requests that send the same bytes at once, one goes on, and the others are told where (UP17)', async () => {
  const ada = await createUser(database)
  const photo = await makePhoto(2_000_000)
  const { address } = await create(server, ada, photo.length)

  const answers = await atOnce(8, (each) => {
    const place = each === server ? address : atOther(address)
    return patch(ada, place, 0, photo.subarray(0, 1_500_000))
  })
  const { offset } = await head(ada, address)
  const last = await patch(ada, address, 1_500_000, photo.subarray(1_500_000))

  expect(answers.map(({ status }) => status).sort()).toEqual([204, ...Array(7).fill(409)])
  expect(answers.filter(({ status }) => status === 409).map(({ problem }) => problem.code)).toEqual(
    Array(7).fill('wrong_offset'),
  )
  expect([offset, last.result?.duplicate]).toEqual([1_500_000, false])
})

test('nobody ends a request whose bytes arrive (UP17)', async () => {
  const ada = await createUser(database)
  const photo = await makePhoto(100_000)
  const { address } = await create(server, ada, photo.length)
  const slow = await beginPatch(ada, address, { length: photo.length })
  const answer = once(slow, 'data')
  slow.write(photo.subarray(0, 10_000))
  await untilLocked()

  const others = [patch(ada, address, 0, photo), head(ada, atOther(address))]
  for (let sent = 10_000; sent < 90_000; sent += 2_000) {
    slow.write(photo.subarray(sent, sent + 2_000))
    await sleep(50)
  }
  slow.write(photo.subarray(90_000))
  const [again, asked] = await Promise.all(others)

  expect(String(await answer)).toMatch(/^HTTP\/1\.1 204 /)
  expect([again?.problem.code, asked?.offset]).toEqual(['wrong_offset', photo.length])
})
