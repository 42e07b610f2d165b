import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { makeJpeg } from '../fixtures/photo.js'
import { createAsset, createUser } from '../support/database/factories.js'
import { send } from '../support/http/client.js'
import { openFileLibrary } from '../support/http/file-library.js'
import { makeFile, toSha1, upload } from '../support/uploads/upload.js'

const { server } = await openFileLibrary({ UPLOAD_RESERVE: '0' })
const { database } = server

function check(apiKey: string, assets: object[]) {
  return send(server, '/api/asset/bulk-upload-check', { method: 'POST', apiKey, body: { assets } })
}

test('tells what the caller has, by a checksum in hexadecimal or base64 (UP14)', async () => {
  const [ada, ben] = [await createUser(database), await createUser(database)]
  const content = await makeJpeg()
  const { body } = await upload(server, ada, { assetData: makeFile(content) })
  const missing = await createAsset(database, ada, { isOffline: true })

  const asked = [
    { id: 'a/1.jpg', checksum: toSha1(content).toUpperCase() },
    { id: '2', checksum: toSha1(content, 'base64') },
    { id: '3.jpg', checksum: Buffer.from(missing.checksum).toString('hex') },
  ]
  const own = await check(ada.apiKey, asked)
  const others = await check(ben.apiKey, asked)

  const duplicate = { action: 'reject', reason: 'duplicate', assetId: body.id }
  expect(own.body.results).toEqual([
    { id: 'a/1.jpg', ...duplicate },
    { id: '2', ...duplicate },
    { id: '3.jpg', action: 'accept' },
  ])
  expect(others.body.results.map(({ action }: { action: string }) => action)).toEqual(Array(3).fill('accept'))
})

test('rejects a file by its name only when the extension is that of another kind (UP14)', async () => {
  const ada = await createUser(database)
  const accepted = ['DCIM/IMG_1.HEIC', 'film.mts', 'a name without extension', 'backup.2024']
  const rejected = ['notes.txt', 'archive.ZIP']

  const { body } = await check(
    ada.apiKey,
    [...accepted, ...rejected].map((id) => ({ id, checksum: toSha1(randomBytes(8)) })),
  )

  expect(body.results).toEqual([
    ...accepted.map((id) => ({ id, action: 'accept' })),
    ...rejected.map((id) => ({ id, action: 'reject', reason: 'unsupported-format' })),
  ])
})

test('takes 100,000 files, and no more (C7, UP14)', async () => {
  const ada = await createUser(database)
  const files = Array.from({ length: 100_001 }, (_, index) => ({
    id: `DCIM/100APPLE/IMG_${index}.HEIC`,
    checksum: toSha1(Buffer.from(String(index))),
  }))

  const most = await check(ada.apiKey, files.slice(1))
  const more = await check(ada.apiKey, files)

  expect([most.status, most.body.results.length]).toEqual([200, 100_000])
  expect([more.status, more.body.errors[0]]).toMatchObject([400, { pointer: '/assets', code: 'too_many' }])
})

test('refuses what is no SHA-1 (UP14)', async () => {
  const ada = await createUser(database)

  const { status, body } = await check(ada.apiKey, [{ id: 'a', checksum: 'x' }])

  expect([status, body.errors]).toMatchObject([400, [{ pointer: '/assets/0/checksum', code: 'invalid_value' }]])
})
