import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { admission } from '../../src/admission/admission.js'
import { makeJpeg } from '../fixtures/photo.js'
import { createUser } from '../support/database/factories.js'
import { send } from '../support/http/client.js'
import { openFileLibrary } from '../support/http/file-library.js'
import { until } from '../support/until.js'
import { beginUpload, filesIn, makeFile, toSha1, upload } from '../support/uploads/upload.js'
import { SLOWNESS } from '../support/yardstick.js'

/** Within them, a busy machine lets some bytes through. */
const REQUEST_SECONDS = 2 * Math.ceil(SLOWNESS)

const { server, dataDir } = await openFileLibrary({
  UPLOAD_RESERVE: '0',
  UPLOAD_LIMIT: '64MiB',
  REQUEST_TIMEOUT_SECONDS: String(REQUEST_SECONDS),
})
const { database } = server

test('refuses what exceeds the quota of a user, also when uploads arrive at once (UP10)', async () => {
  const photos = await Promise.all(Array.from({ length: 6 }, () => makeJpeg()))
  const quotaBytes = (photos[0]?.length ?? 0) * 3 + 20
  const ada = await createUser(database, { quotaBytes })

  const answers = await Promise.all(photos.map((photo) => upload(server, ada, { assetData: makeFile(photo) })))

  const refused = answers.filter(({ status }) => status === 413)
  expect(refused.map(({ body }) => body.code)).toEqual(Array(3).fill('quota_exceeded'))
  expect(await database.asset.count({ where: { ownerId: ada.id } })).toBe(3)
  expect(await filesIn(join(dataDir, 'upload', ada.id))).toHaveLength(3)
})

test('counts the bytes of a user that have arrived, also of uploads that have not ended (UP10)', async () => {
  const ada = await createUser(database, { quotaBytes: 1_000_000 })
  const photo = Buffer.concat([await makeJpeg(), Buffer.alloc(500_000)])
  const open = await beginUpload(server, ada, 900_000)
  open.write(Buffer.alloc(800_000))
  await until(async () => Number(await incomingBytes()) > 512 * 1_024)

  const refused = await upload(server, ada, { assetData: makeFile(photo) })
  open.destroy()

  expect([refused.status, refused.body.code]).toEqual([413, 'quota_exceeded'])
  // The bytes count until their file is gone.
  await until(async () => (await upload(server, ada, { assetData: makeFile(photo) })).status === 201)
})

test('ends an upload of unknown length as soon as it exceeds the quota (UP10)', async () => {
  const ada = await createUser(database, { quotaBytes: 1_000_000 })
  const socket = await beginUpload(server, ada, null)
  for (const bytes of [await makeJpeg(), ...Array(40).fill(Buffer.alloc(100_000))]) {
    socket.write(Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]))
  }

  const answer = await text(socket)

  expect(answer).toMatch(/^HTTP\/1\.1 413 /)
  expect(answer).toContain('"code":"quota_exceeded"')
  expect(await hasIncoming()).toBe(false)
})

test('ends a long upload as soon as its start is not that of a photo, video or sound (UP9)', async () => {
  const ada = await createUser(database)
  const socket = await beginUpload(server, ada, 20_000_000)
  socket.write(Buffer.alloc(10_000_000, 'text '))

  const answer = await text(socket)

  expect(answer).toMatch(/^HTTP\/1\.1 415 .*"code":"not_media"/s)
})

test('a quota does not refuse what the user has (UP10)', async () => {
  const ada = await createUser(database)
  const photo = await makeJpeg()
  const { body } = await upload(server, ada, { assetData: makeFile(photo) })
  await database.user.update({ where: { id: ada.id }, data: { quotaBytes: 1 } })

  const again = await upload(
    server,
    ada,
    { assetData: makeFile(photo) },
    { headers: { 'x-immich-checksum': toSha1(photo) } },
  )

  expect([again.status, again.body]).toEqual([200, { id: body.id, duplicate: true }])
})

async function hasIncoming() {
  return (await incomingBytes()) !== null
}

/** How many bytes the files of open uploads have; null when no upload is open. */
async function incomingBytes() {
  const folder = join(dataDir, 'upload')
  const paths = (await filesIn(folder)).filter((path) => path.includes('.incoming'))
  const sizes = await Promise.all(paths.map((path) => stat(join(folder, path)).catch(() => ({ size: 0 }))))
  return paths.length === 0 ? null : sizes.reduce((sum, { size }) => sum + size, 0)
}

test('a user uploads at once, however many uploads of others last (UP13)', async () => {
  const busy = await Promise.all(
    Array.from({ length: 1_000 }, (_, turn) => admission.upload.acquire(`user ${turn % 10}`)),
  )
  const ben = await createUser(database)

  const [first, second] = await Promise.all(
    [await makeJpeg(), await makeJpeg()].map((photo) => upload(server, ben, { assetData: makeFile(photo) })),
  )
  for (const endTurn of busy) endTurn()

  expect([first?.status, second?.status]).toEqual([201, 201])
})

test('answers 408 to an upload that sends less than 1 KiB a second (UP13)', async () => {
  const socket = await beginUpload(server, await createUser(database), 1_000_000)
  socket.write(await makeJpeg())

  const trickle = setInterval(() => socket.write(Buffer.alloc(10)), 200)
  const answer = await text(socket).finally(() => clearInterval(trickle))

  expect(answer).toMatch(/^HTTP\/1\.1 408 /)
  expect(answer).toContain('"code":"request_timeout"')
  expect(await hasIncoming()).toBe(false)
})

test('lets an upload last longer than other requests while it sends enough (UP13)', async () => {
  const response = await uploadInPieces({ pieceBytes: 4_000, pause: () => sleep(REQUEST_SECONDS * 250) })

  expect(response.status).toBe(201)
})

test('does not take its own standstill for a slow client (UP13)', async () => {
  const gate = new Int32Array(new SharedArrayBuffer(4))
  const standStill = async () => void Atomics.wait(gate, 0, 0, REQUEST_SECONDS * 1_500)
  let pieces = 0

  const response = await uploadInPieces({
    pieceBytes: 1_000,
    pause: async () => {
      pieces += 1
      if (pieces === 1) await until(hasIncoming).then(standStill)
    },
  })

  expect(response.status).toBe(201)
})

test('does not take a clock that is set for a slow client (UP13)', async () => {
  onTestFinished(() => void vi.useRealTimers())

  const response = await uploadInPieces({
    pieceBytes: 4_000,
    pause: async () => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 86_400_000 })
      await sleep(REQUEST_SECONDS * 250)
    },
  })

  expect(response.status).toBe(201)
})

/** Uploads a photo of 20 kB, so many bytes at once. */
async function uploadInPieces({ pieceBytes, pause }: { pieceBytes: number; pause: () => Promise<void> }) {
  const ada = await createUser(database)
  const form = new FormData()
  const fields = { deviceAssetId: 'a', deviceId: 'a', fileCreatedAt: '2024-01-01', fileModifiedAt: '2024-01-01' }
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('assetData', makeFile(Buffer.concat([await makeJpeg(), Buffer.alloc(20_000)])))
  const encoded = new Response(form)
  const bytes = Buffer.from(await encoded.clone().arrayBuffer())
  const pieces = async function* () {
    for (let start = 0; start < bytes.length; start += pieceBytes) {
      yield bytes.subarray(start, start + pieceBytes)
      await pause()
    }
  }
  return fetch(`${server.url}/api/asset/upload`, {
    method: 'POST',
    headers: { 'x-api-key': ada.apiKey, 'content-type': encoded.headers.get('content-type') ?? '' },
    body: Readable.toWeb(Readable.from(pieces())),
    duplex: 'half',
  } as unknown as RequestInit)
}

test('an upload that is cut off leaves nothing', async () => {
  const ada = await createUser(database)
  const socket = await beginUpload(server, ada, 1_000_000)
  socket.write(Buffer.alloc(300_000))
  await until(hasIncoming)

  socket.destroy()

  await until(async () => !(await hasIncoming()))
  expect((await send(server, '/api/asset/statistics', ada)).body.total).toBe(0)
})
