import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { scopes } from '@media-library/contract'
import { describe, expect, test } from 'vitest'
import { makeJpeg } from '../fixtures/photo.js'
import { createAlbum, createKey, createPerson, createTag, createUser } from '../support/database/factories.js'
import { openFileLibrary } from '../support/http/file-library.js'
import { openSocket } from '../support/http/raw-http.js'
import { until } from '../support/until.js'
import { filesIn, makeFile, toSha1 } from '../support/uploads/upload.js'

const { server, dataDir, addFile, addDerived } = await openFileLibrary({ UPLOAD_RESERVE: '0' })
const { database } = server
const ada = await createUser(database, { email: 'ada@secret.example', name: 'Ada' })
const ben = await createUser(database)

interface Sent {
  key?: string
  as?: { apiKey: string }
  method?: string
  body?: object | FormData
  headers?: Record<string, string>
}

async function call(path: string, { key, as, method = 'GET', body, headers = {} }: Sent = {}) {
  const url = new URL(`${server.url}/api${path}`)
  if (key !== undefined) url.searchParams.set('key', key)
  const isForm = body instanceof FormData
  const response = await fetch(url, {
    method,
    headers: {
      ...(as && { 'x-api-key': as.apiKey }),
      ...(body && !isForm && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  })
  const bytes = Buffer.from(await response.arrayBuffer())
  const isJson = response.headers.get('content-type')?.includes('json')
  return {
    status: response.status,
    headers: response.headers,
    bytes,
    json: isJson ? JSON.parse(bytes.toString()) : null,
  }
}

async function makeLink(body: object, as = ada) {
  const { status, json } = await call('/shared-link', { as, method: 'POST', body })
  expect(status).toBe(201)
  return json as { id: string; key: string }
}

async function addPicture(overrides = {}) {
  const asset = await addFile(ada, Buffer.from('the original with its metadata'), { resized: true, ...overrides })
  await addDerived(asset, 'webp', Buffer.from('a thumbnail'))
  await addDerived(asset, 'jpeg', Buffer.from('a preview'))
  return asset
}

const [shown, other] = [await addPicture({ name: 'Anna at home.jpg', isFavorite: true }), await addPicture()]
await database.exif.create({
  data: { assetId: shown.id, city: 'Lisboa', latitude: 38.7, description: 'At home', make: 'Canon' },
})
await createPerson(database, ada, shown)
await createTag(database, ada, { name: 'Family', assetIds: [shown.id] })

describe('a link', () => {
  test('shows exactly the pictures that were chosen (SL1, SL3)', async () => {
    const { key } = await makeLink({ type: 'INDIVIDUAL', assetIds: [shown.id] })

    const opened = await call('/shared-link/me', { key })
    expect(opened.json).toMatchObject({ type: 'INDIVIDUAL', assetCount: 1, assets: [{ id: shown.id }], password: null })
    for (const path of [
      `/asset/${shown.id}`,
      `/asset/thumbnail/${shown.id}`,
      `/asset/file/${shown.id}`,
      `/download/asset/${shown.id}`,
    ])
      expect([path, (await call(path, { key })).status]).toEqual([path, 200])
    for (const path of [
      `/asset/${other.id}`,
      `/asset/thumbnail/${other.id}`,
      `/asset/file/${other.id}`,
      `/download/asset/${other.id}`,
    ])
      expect([path, (await call(path, { key })).status]).toEqual([path, 404])
    expect((await call('/asset/time-buckets?size=MONTH', { key })).json).toMatchObject([{ count: 1 }])
    const [{ timeBucket }] = (await call('/asset/time-buckets?size=MONTH', { key })).json
    const bucket = await call(`/asset/time-bucket?size=MONTH&timeBucket=${timeBucket}`, { key })
    expect(bucket.json.map(({ id }: { id: string }) => id)).toEqual([shown.id])
    const archive = { method: 'POST', key, body: { assetIds: [shown.id] } }
    expect((await call('/download/info', archive)).json.archives).toMatchObject([{ assetIds: [shown.id] }])
    expect((await call('/download/archive', archive)).bytes.includes('the original')).toBe(true)
    expect((await call('/download/archive', { ...archive, body: { assetIds: [other.id] } })).status).toBe(400)
  })

  test('shows an album as it is, and the album tells of it (SL10)', async () => {
    const album = await createAlbum(database, ada, { assetIds: [shown.id], sharedWith: [ben] })
    const { key, id } = await makeLink({ type: 'ALBUM', albumId: album.id })

    const opened = await call('/shared-link/me', { key })
    const seen = await call(`/album/${album.id}`, { key })
    expect(opened.json).toMatchObject({
      type: 'ALBUM',
      assets: [],
      assetCount: 1,
      album: { id: album.id, assetCount: 1 },
    })
    expect(seen.json).toMatchObject({ assets: [{ id: shown.id }], sharedUsers: [], owner: { name: 'Ada', email: '' } })
    expect(seen.bytes.includes('secret.example')).toBe(false)
    await call(`/album/${album.id}/assets`, { as: ada, method: 'PUT', body: { ids: [other.id] } })
    expect((await call(`/album/${album.id}`, { key })).json.assetCount).toBe(2)
    await database.asset.update({ where: { id: other.id }, data: { deletedAt: new Date() } })
    expect((await call(`/asset/${other.id}`, { key })).status).toBe(404)
    await createAlbum(database, ada, { assetIds: [await addPicture()].map((asset) => asset.id) })
    expect((await call(`/shared-link/${id}`, { as: ada })).json.assetCount).toBe(1)
    await database.asset.update({ where: { id: other.id }, data: { deletedAt: null } })
    const hasLink = async () => (await call(`/album/${album.id}`, { as: ben })).json.hasSharedLink
    expect(await hasLink()).toBe(true)
    await database.sharedLink.update({ where: { id }, data: { expiresAt: new Date(Date.now() - 1_000) } })
    expect(await hasLink()).toBe(false)
    await database.sharedLink.update({ where: { id }, data: { expiresAt: null } })
    await call(`/shared-link/${id}`, { as: ada, method: 'DELETE' })
    expect(await hasLink()).toBe(false)
  })

  test('hides all metadata unless it shows them, and then gives no original away (SL5)', async () => {
    const body = { type: 'INDIVIDUAL', assetIds: [shown.id, other.id], showMetadata: false, allowDownload: true }
    const { key } = await makeLink(body)

    const { json, bytes } = await call(`/asset/${shown.id}`, { key })
    const file = await call(`/asset/file/${shown.id}?isWeb=false`, { key })
    const thumbnail = await call(`/asset/thumbnail/${shown.id}`, { key })

    expect(json).toMatchObject({ hasMetadata: false, originalFileName: '', originalPath: '', people: [], tags: [] })
    expect(json).not.toHaveProperty('exifInfo')
    const album = await createAlbum(database, ada, { assetIds: [shown.id, other.id] })
    const ofAlbum = await makeLink({ type: 'ALBUM', albumId: album.id, showMetadata: false })
    const bucket = '/asset/time-bucket?size=MONTH&timeBucket=2024-01-01'
    const lists = [
      await call('/shared-link/me', { key }),
      await call(bucket, { key }),
      await call(bucket, { key: ofAlbum.key }),
      await call(`/album/${album.id}`, { key: ofAlbum.key }),
    ]
    for (const list of lists) expect(list.bytes.includes(shown.id)).toBe(true)
    for (const secret of ['Lisboa', 'At home', 'Canon', 'Family', 'Anna', 'secret.example', other.originalPath])
      for (const seen of [bytes, ...lists.map((list) => list.bytes)])
        expect([secret, seen.includes(secret)]).toEqual([secret, false])
    expect([file.status, file.bytes.toString()]).toEqual([200, 'a preview'])
    expect(thumbnail.headers.get('content-disposition')).not.toContain('Anna')
    expect((await call('/shared-link/me', { key })).json).toMatchObject({ allowDownload: false, showMetadata: false })
    expect((await call(`/download/asset/${shown.id}`, { key })).status).toBe(403)
    const archive = { key, method: 'POST', body: { assetIds: [shown.id] } }
    expect((await call('/download/archive', archive)).status).toBe(403)
    const open = await makeLink({ type: 'INDIVIDUAL', assetIds: [shown.id] })
    const full = (await call(`/asset/${shown.id}`, { key: open.key })).json
    expect(full).toMatchObject({
      originalFileName: shown.originalFileName,
      exifInfo: { city: 'Lisboa' },
      originalPath: '',
      isFavorite: false,
    })
    expect((await call(bucket, { key: open.key })).json).toEqual([full])
  })

  test('gives no original away when it forbids downloads, though it shows metadata (SL5)', async () => {
    const { key } = await makeLink({ type: 'INDIVIDUAL', assetIds: [shown.id], allowDownload: false })
    const archive = { key, method: 'POST', body: { assetIds: [shown.id] } }

    const answers = [
      await call(`/asset/${shown.id}`, { key }),
      await call(`/download/asset/${shown.id}`, { key }),
      await call(`/download/asset/${shown.id}`, { key, method: 'POST' }),
      await call('/download/info', archive),
      await call('/download/archive', archive),
    ]

    expect(answers.map(({ status }) => status)).toEqual([200, 403, 403, 403, 403])
  })

  test('gives one and the same answer when it is wrong, removed or expired, or its user is gone (SL3)', async () => {
    const eve = await createUser(database)
    const asset = await addFile(eve, Buffer.from('x'))
    const make = () => makeLink({ type: 'INDIVIDUAL', assetIds: [asset.id] }, eve)
    const [removed, expired, orphaned] = [await make(), await make(), await make()]
    await call(`/shared-link/${removed.id}`, { as: eve, method: 'DELETE' })
    await database.sharedLink.update({ where: { id: expired.id }, data: { expiresAt: new Date(Date.now() - 1_000) } })
    const keys = [removed.key, expired.key, 'wrong', removed.id]

    const answers = [...keys.map((key) => ({ key }))]
    const seen = await Promise.all(answers.map(({ key }) => call(`/asset/${asset.id}`, { key })))
    await database.user.update({ where: { id: eve.id }, data: { deletedAt: new Date() } })
    seen.push(await call(`/asset/${asset.id}`, { key: orphaned.key }))

    const problems = seen.map(({ json: { instance: _, ...problem } }) => problem)
    expect(new Set(problems.map((problem) => JSON.stringify(problem))).size).toBe(1)
    expect(problems[0]).toMatchObject({
      status: 404,
      code: 'not_found',
      detail: 'There is no such link, or it has ended.',
    })
  })

  test('lets browsers keep no picture without asking again (SL6)', async () => {
    const { id, key } = await makeLink({ type: 'INDIVIDUAL', assetIds: [shown.id] })
    const picture = `/asset/thumbnail/${shown.id}?v=${shown.updatedAt.toISOString()}`

    const first = await call(picture, { key })
    const etag = first.headers.get('etag') ?? ''
    const again = await call(picture, { key, headers: { 'if-none-match': etag } })
    await call(`/shared-link/${id}`, { as: ada, method: 'DELETE' })
    const gone = await call(picture, { key, headers: { 'if-none-match': etag } })

    expect(first.headers.get('cache-control')).toBe('private, no-cache, no-transform')
    expect([again.status, gone.status]).toEqual([304, 404])
  })

  test('with a password opens to those who know it, and limits what a network tries without keeping others out (SL4)', async () => {
    const { id, key } = await makeLink({ type: 'INDIVIDUAL', assetIds: [shown.id], password: 'très secret' })
    const visit = (password?: string, headers = {}) =>
      call(`/shared-link/me${password === undefined ? '' : `?password=${encodeURIComponent(password)}`}`, {
        key,
        headers,
      })

    const [without, wrong, right] = [await visit(), await visit('x'), await visit('très secret')]
    const cookie = right.headers.get('set-cookie')?.split(';')[0] ?? ''
    const { token } = right.json

    expect([without, wrong].map(({ status, json }) => [status, json.code])).toEqual([
      [401, 'password_needed'],
      [401, 'password_needed'],
    ])
    expect([right.status, right.json.password]).toEqual([200, null])
    const thumbnail = (headers: Record<string, string>) => call(`/asset/thumbnail/${shown.id}`, { key, headers })
    expect((await thumbnail({})).status).toBe(401)
    expect((await thumbnail({ cookie })).status).toBe(200)
    expect((await thumbnail({ 'x-immich-share-token': token })).status).toBe(200)
    expect((await visit(undefined, { 'x-immich-share-password': encodeURIComponent('très secret') })).status).toBe(200)
    const tries = await Promise.all(Array.from({ length: 7 }, () => visit('wrong')))
    expect(tries.filter(({ status }) => status === 429).length).toBeGreaterThan(1)
    expect((await thumbnail({ cookie })).status).toBe(200)
    expect((await call(`/shared-link/${id}`, { as: ada })).json.password).toBe('********')
    const change = (password: string) => call(`/shared-link/${id}`, { as: ada, method: 'PATCH', body: { password } })
    await change('********')
    expect((await thumbnail({ cookie })).status).toBe(200)
    await change('another')
    expect((await thumbnail({ cookie })).status).toBe(401)
    await change('')
    expect((await thumbnail({})).status).toBe(200)
  })

  test('takes uploads into what it shows, if it allows them, and tells visitors of nothing else (SL8)', async () => {
    const album = await createAlbum(database, ada, { assetIds: [shown.id] })
    const closed = await makeLink({ type: 'ALBUM', albumId: album.id })
    const open = await makeLink({ type: 'ALBUM', albumId: album.id, allowUpload: true })
    const content = await makeJpeg()
    const upload = (key: string | undefined, headers = {}, as?: { apiKey: string }) => {
      const body = new FormData()
      body.set('assetData', makeFile(content), 'a.jpg')
      for (const [name, value] of Object.entries({ deviceAssetId: 'a', deviceId: 'b', isFavorite: 'true' }))
        body.set(name, value)
      for (const name of ['fileCreatedAt', 'fileModifiedAt']) body.set(name, '2024-05-06T07:08:09.000Z')
      return call('/asset/upload', { ...(key && { key }), ...(as && { as }), method: 'POST', body, headers })
    }

    expect((await upload(closed.key)).status).toBe(403)
    const own = (await upload(undefined, {}, ada)).json
    const checksum = toSha1(content)
    const first = await upload(open.key, { 'x-immich-checksum': checksum })
    const again = await upload(open.key)

    expect([first.status, first.json]).toEqual([201, { id: own.id, duplicate: false }])
    expect([again.status, again.json]).toEqual([200, { id: own.id, duplicate: true }])
    const add = await call(`/album/${album.id}/assets`, {
      key: open.key,
      method: 'PUT',
      body: { ids: [own.id, other.id] },
    })
    expect(add.json).toEqual([
      { id: own.id, success: false, error: 'duplicate' },
      { id: other.id, success: false, error: 'not_found' },
    ])
    expect((await call(`/album/${album.id}`, { as: ada })).json.assetCount).toBe(2)
    content.fill(0, content.length - 2)
    const fresh = await upload(open.key)
    expect((await call(`/asset/${fresh.json.id}`, { as: ada })).json).toMatchObject({ isFavorite: false })
  })

  test('counts who opens it, once for each network (SL9)', async () => {
    const { id, key } = await makeLink({ type: 'INDIVIDUAL', assetIds: [shown.id] })

    for (let visit = 0; visit < 3; visit += 1) await call('/shared-link/me', { key })

    await expect
      .poll(async () => (await call(`/shared-link/${id}`, { as: ada })).json.viewCount, { timeout: 20_000 })
      .toBe(1)
    expect((await call('/shared-link/me', { key })).json).not.toHaveProperty('viewCount')
  })

  test('is stored as a hash, and shown to its owner again as long as the servers have their secret (SL2)', async () => {
    const { id, key } = await makeLink({ type: 'INDIVIDUAL', assetIds: [shown.id] })
    const rows = await database.sharedLink.findMany()
    const seen = await call(`/shared-link/${id}`, { as: ada })
    const [{ secret } = { secret: Buffer.alloc(0) }] = await database.signInSecret.findMany()

    await database.signInSecret.updateMany({ data: { secret: randomBytes(32) } })
    const restored = await call(`/shared-link/${id}`, { as: ada })
    const opened = await call('/shared-link/me', { key })
    await database.signInSecret.updateMany({ data: { secret } })

    expect(Buffer.from(key, 'base64url').length).toBe(32)
    expect(JSON.stringify(rows)).not.toContain(key)
    expect([seen.json.key, restored.json.key, opened.status]).toEqual([key, '', 200])
  })

  test('takes only assets of its owner, also those of an album that is shared with them (SL1)', async () => {
    const { id } = await makeLink({ type: 'INDIVIDUAL', assetIds: [shown.id] })
    const [ofBen, trashed] = await Promise.all([addFile(ben, Buffer.from('a')), addPicture({ deletedAt: new Date() })])
    await createAlbum(database, ben, { assetIds: [ofBen.id], sharedWith: [ada] })

    const body = { assetIds: [ofBen.id, trashed.id, other.id] }
    const { json } = await call(`/shared-link/${id}/assets`, { as: ada, method: 'PUT', body })

    expect(json.map(({ error = 'added' }: { error?: string }) => error)).toEqual(['not_found', 'not_found', 'added'])
    expect((await call(`/shared-link/${id}`, { as: ada })).json.assetCount).toBe(2)
  })

  test('changes alone: other links keep what they show (SL1)', async () => {
    const first = await makeLink({ type: 'INDIVIDUAL', assetIds: [shown.id, other.id] })
    const second = await makeLink({ type: 'INDIVIDUAL', assetIds: [shown.id] })
    const ofBen = await addFile(ben, Buffer.from('a'))
    const third = await makeLink({ type: 'INDIVIDUAL', assetIds: [ofBen.id] }, ben)
    const album = await createAlbum(database, ada, { assetIds: [shown.id] })
    const ofAlbum = await makeLink({ type: 'ALBUM', albumId: album.id })

    const body = { assetIds: [shown.id] }
    const removed = await call(`/shared-link/${first.id}/assets`, { as: ada, method: 'DELETE', body })
    const refused = await call(`/shared-link/${ofAlbum.id}/assets`, { as: ada, method: 'PUT', body })

    expect(removed.json).toEqual([{ assetId: shown.id, success: true }])
    expect([refused.status, refused.json.code]).toEqual([400, 'invalid_request'])
    const listed = [
      ...(await call('/shared-link', { as: ada })).json,
      ...(await call('/shared-link', { as: ben })).json,
    ]
    const found = [first, second, third].map(({ id }) => listed.find((link) => link.id === id))
    expect(found.map(({ assetCount, assets: [cover] }) => [assetCount, cover.id])).toEqual([
      [1, other.id],
      [1, shown.id],
      [1, ofBen.id],
    ])
  })

  test('shows its pictures to its owner by a key with asset.read alone (X9)', async () => {
    const { id } = await makeLink({ type: 'INDIVIDUAL', assetIds: [shown.id] })
    const others = (Object.keys(scopes) as (keyof typeof scopes)[]).filter((scope) => scope !== 'asset.read')
    const narrow = { apiKey: await createKey(database, ada.id, { scopes: others }) }
    const findPictures = async (as: { apiKey: string }) => {
      const link = await call(`/shared-link/${id}`, { as })
      const links = await call('/shared-link', { as })
      const listed = links.json.find((one: { id: string }) => one.id === id)
      return [link.json, listed].map(({ assets }) => assets.map((asset: { id: string }) => asset.id))
    }

    expect(await findPictures(ada)).toEqual([[shown.id], [shown.id]])
    expect(await findPictures(narrow)).toEqual([[], []])
  })

  test('ends uploads and archives on their way when it is removed (SL7)', async () => {
    const content = Buffer.alloc(40_000_000, 'abc')
    const long = await addFile(ada, content)
    const make = () => makeLink({ type: 'INDIVIDUAL', assetIds: [long.id], allowUpload: true })
    const [read, written] = [await make(), await make()]
    const body = JSON.stringify({ assetIds: [long.id] })
    const reader = await openSocket(server)
    const type = 'content-type: application/json'
    reader.write(
      `POST /api/download/archive?key=${read.key} HTTP/1.1\r\nhost: x\r\n${type}\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    )
    await once(reader, 'readable')
    const countUploads = async () => (await filesIn(join(dataDir, 'upload'))).length
    const before = await countUploads()
    const writer = await openSocket(server)
    const answer = once(writer, 'data').then(String)
    const part = '--x\r\nContent-Disposition: form-data; name="assetData"; filename="a.jpg"\r\n\r\n'
    const form = 'content-type: multipart/form-data; boundary=x\r\ncontent-length: 90000000'
    writer.write(`POST /api/asset/upload?key=${written.key} HTTP/1.1\r\nhost: x\r\n${form}\r\n\r\n${part}`)
    writer.write(Buffer.concat([await makeJpeg(), Buffer.alloc(1_000_000)]))
    await until(async () => (await countUploads()) > before)

    for (const { id } of [read, written])
      expect((await call(`/shared-link/${id}`, { as: ada, method: 'DELETE' })).status).toBe(204)
    // A reader that takes so little at a time would need minutes.
    reader.on('data', () => {
      reader.pause()
      setTimeout(() => reader.resume(), 50)
    })
    await once(reader, 'close')

    expect(reader.bytesRead).toBeLessThan(content.length)
    expect(await answer).toMatch(/^HTTP\/1\.1 401 /)
  })
})
