import { connect } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { makeJpeg } from '../fixtures/photo.js'
import { createUser, type TestUser } from '../support/database/factories.js'
import { send } from '../support/http/client.js'
import { openFileLibrary } from '../support/http/file-library.js'
import { until } from '../support/until.js'
import { fileOf, filesIn, sha1Of, upload } from '../support/uploads/upload.js'

const { server, dataDir } = await openFileLibrary({ UPLOAD_RESERVE: '0', REQUEST_TIMEOUT_SECONDS: '1' })
const { database } = server

test('UP10 refuses what exceeds the quota of a user, also when uploads arrive at once', async () => {
  const photos = await Promise.all(Array.from({ length: 6 }, () => makeJpeg()))
  const quotaBytes = (photos[0]?.length ?? 0) * 3 + 20
  const ada = await createUser(database, { quotaBytes })

  const answers = await Promise.all(photos.map((photo) => upload(server, ada, { assetData: fileOf(photo) })))

  const refused = answers.filter(({ status }) => status === 413)
  expect(refused.map(({ body }) => body.code)).toEqual(Array(3).fill('quota_exceeded'))
  expect(await database.asset.count({ where: { ownerId: ada.id } })).toBe(3)
  expect(await filesIn(join(dataDir, 'upload', ada.id))).toHaveLength(3)
})

test('UP10 a quota does not refuse what the user has', async () => {
  const ada = await createUser(database)
  const photo = await makeJpeg()
  const { body } = await upload(server, ada, { assetData: fileOf(photo) })
  await database.user.update({ where: { id: ada.id }, data: { quotaBytes: 1 } })

  const again = await upload(
    server,
    ada,
    { assetData: fileOf(photo) },
    { headers: { 'x-immich-checksum': sha1Of(photo) } },
  )

  expect([again.status, again.body]).toEqual([200, { id: body.id, duplicate: true }])
})

/** Begins an upload of a megabyte over a connection of its own. */
function beginUpload({ apiKey }: TestUser) {
  const { hostname, port } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  const head = ['POST /api/asset/upload HTTP/1.1', 'Host: x', `x-api-key: ${apiKey}`, 'Content-Length: 1000000']
  const type = 'Content-Type: multipart/form-data; boundary=x'
  const part = '--x\r\nContent-Disposition: form-data; name="assetData"; filename="a.jpg"\r\n\r\n'
  socket.write(`${[...head, type].join('\r\n')}\r\n\r\n${part}`)
  return socket
}

async function hasIncoming() {
  return (await filesIn(join(dataDir, 'upload'))).some((path) => path.includes('.incoming'))
}

test('UP13 answers 408 to an upload that sends less than 1 KiB a second', async () => {
  const socket = beginUpload(await createUser(database))
  socket.write(await makeJpeg())

  const trickle = setInterval(() => socket.write(Buffer.alloc(10)), 200)
  const answer = await text(socket).finally(() => clearInterval(trickle))

  expect(answer).toMatch(/^HTTP\/1\.1 408 /)
  expect(answer).toContain('"code":"request_timeout"')
  expect(await hasIncoming()).toBe(false)
})

test('UP13 lets an upload last longer than other requests while it sends enough', async () => {
  const ada = await createUser(database)
  const photo = await makeJpeg()
  const form = new FormData()
  const fields = { deviceAssetId: 'a', deviceId: 'a', fileCreatedAt: '2024-01-01', fileModifiedAt: '2024-01-01' }
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('assetData', fileOf(Buffer.concat([photo, Buffer.alloc(20_000)])))
  const encoded = new Response(form)
  const bytes = Buffer.from(await encoded.clone().arrayBuffer())
  const slow = async function* () {
    for (let start = 0; start < bytes.length; start += 4_000) {
      yield bytes.subarray(start, start + 4_000)
      await sleep(500)
    }
  }

  const response = await fetch(`${server.url}/api/asset/upload`, {
    method: 'POST',
    headers: { 'x-api-key': ada.apiKey, 'content-type': encoded.headers.get('content-type') ?? '' },
    body: Readable.toWeb(Readable.from(slow())),
    duplex: 'half',
  } as unknown as RequestInit)

  expect(response.status).toBe(201)
})

test('an upload that is cut off leaves nothing', async () => {
  const ada = await createUser(database)
  const socket = beginUpload(ada)
  socket.write(Buffer.alloc(300_000))
  await until(hasIncoming)

  socket.destroy()

  await until(async () => !(await hasIncoming()))
  expect((await send(server, '/api/asset/statistics', ada)).body.total).toBe(0)
})
