import { once } from 'node:events'
import { readdir, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { makeJpeg } from '../fixtures/photo.js'
import { createUser, type TestUser } from '../support/database/factories.js'
import { send } from '../support/http/client.js'
import { openFileLibrary } from '../support/http/file-library.js'
import { makeReadOnly } from '../support/media/full-disk.js'
import { until } from '../support/until.js'
import { create } from '../support/uploads/resumable.js'
import { beginUpload, filesIn, makeFile, upload } from '../support/uploads/upload.js'

const MIB = 1024 * 1024

/** Another program may write meanwhile. */
const SLACK = 2_048 * MIB

test('answers 507 before the disk is full, before the first byte of a resumable upload, and the service lives (UP10)', async () => {
  const { server, dataDir } = await openFileLibrary({ UPLOAD_RESERVE: '999TiB' })
  const ada = await createUser(server.database)

  const { status, body } = await upload(server, ada, { assetData: makeFile(await makeJpeg()) })
  const resumable = await create(server, ada, 1_000)

  expect([status, body.code]).toEqual([507, 'storage_full'])
  expect([resumable.status, resumable.problem.code]).toEqual([507, 'storage_full'])
  expect(await filesIn(join(dataDir, 'upload'))).toEqual([])
  expect((await send(server, '/api/asset/statistics', ada)).status).toBe(200)
})

test('counts what uploads that are under way still will write (UP10)', async () => {
  const { bavail, bsize } = await statfs(tmpdir())
  const { server } = await openFileLibrary({
    UPLOAD_RESERVE: String(Math.max(0, bavail * bsize - SLACK)),
    UPLOAD_LIMIT: '900TiB',
  })
  const ada = await createUser(server.database)

  const response = await fetch(`${server.url}/api/asset/upload`, {
    method: 'POST',
    headers: {
      'x-api-key': ada.apiKey,
      'content-type': 'multipart/form-data; boundary=x',
      'content-length': String(2 * SLACK),
    },
    body: Readable.toWeb(Readable.from(endless())),
    duplex: 'half',
  } as unknown as RequestInit).catch(() => null)
  const small = await upload(server, ada, { assetData: makeFile(await makeJpeg()) })

  // The client may notice the end of the connection before the answer.
  expect([507, undefined]).toContain(response?.status)
  expect(small.status).toBe(201)
})

test('reserves nothing for what has not arrived, so that slow uploads block nobody (UP10)', async () => {
  const { bavail, bsize } = await statfs(tmpdir())
  const { server, dataDir } = await openFileLibrary({
    UPLOAD_RESERVE: String(Math.max(0, bavail * bsize - SLACK)),
    UPLOAD_LIMIT: '900TiB',
  })
  const openUploads = async () => (await filesIn(join(dataDir, 'upload'))).length
  const [mallory, ada] = [await createUser(server.database), await createUser(server.database)]
  const photo = await makeJpeg()
  const begin = async (user: TestUser) => {
    const socket = await beginUpload(server, user, SLACK / 2)
    socket.write(photo)
    return socket
  }
  const slow = [await begin(mallory), await begin(mallory)]
  await until(async () => (await openUploads()) >= 1)

  const other = await begin(ada)
  const refusal = once(other, 'data')
  const isOpen = until(async () => (await openUploads()) === 3)
  const outcome = await Promise.race([refusal.then(([bytes]) => String(bytes)), isOpen.then(() => 'open')])
  for (const socket of [...slow, other]) socket.destroy()

  expect(outcome).toBe('open')
})

test('answers 503 while its folder cannot be written, and stores the file once it can (UP10)', async () => {
  const { server, dataDir } = await openFileLibrary({ UPLOAD_RESERVE: '0' })
  const [ada, ben] = [await createUser(server.database), await createUser(server.database)]
  const photo = { assetData: makeFile(await makeJpeg()) }
  await upload(server, ben, photo)
  const incoming = join(dataDir, 'upload/.incoming')
  const [process = ''] = await readdir(incoming)

  const giveBack = await makeReadOnly(join(incoming, process))
  const refused = await upload(server, ada, photo).finally(giveBack)
  const stored = await upload(server, ada, photo)

  expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([503, 'unavailable', '5'])
  expect(stored.status).toBe(201)
})

async function* endless() {
  yield Buffer.from('--x\r\nContent-Disposition: form-data; name="assetData"; filename="a.jpg"\r\n\r\n')
  for (;;) yield Buffer.alloc(MIB)
}
