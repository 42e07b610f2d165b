import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { makeMp4 } from '../fixtures/motion-photo.js'
import { createUser, type TestUser } from '../support/database/factories.js'
import { asProgram } from '../support/http/as-program.js'
import { load, openFileLibrary } from '../support/http/file-library.js'
import { openSocket } from '../support/http/raw-http.js'
import { until } from '../support/until.js'
import { filesIn, makeFile } from '../support/uploads/upload.js'

const { server, dataDir } = await openFileLibrary({ UPLOAD_RESERVE: '0' })
const { database, url } = server
const as = (user: TestUser) => asProgram(server, user)

/** A photo of one colour, lying on its side, that tells where it was taken and by whom. */
function makePhoto(background: string) {
  return sharp({ create: { width: 600, height: 400, channels: 3, background } })
    .withExif({ IFD0: { Artist: 'Ada' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '38/1 43/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
}

async function setPicture(user: TestUser, content: Uint8Array, name = 'me.jpg') {
  return (await as(user).createProfileImage(makeFile(content, name))).profileImagePath
}

/** Sends any form as the picture of a user. */
async function send(user: TestUser, parts: Record<string, File | string>) {
  const body = new FormData()
  for (const [name, value] of Object.entries(parts)) body.append(name, value)
  const headers = { 'x-api-key': user.apiKey }
  const response = await fetch(`${url}/api/user/profile-image`, { method: 'POST', headers, body })
  return { status: response.status, body: (await response.json()) as { code?: string; detail?: string } }
}

const readPath = async ({ id }: TestUser) => (await database.user.findUniqueOrThrow({ where: { id } })).profileImagePath
const filesOf = ({ id }: TestUser) => filesIn(join(dataDir, 'profile', id))
const incoming = () => filesIn(join(dataDir, 'upload', '.incoming'))

test('of a photo, others see a small upright square without its metadata (PE10, PE11)', async () => {
  const [ada, ben] = [await createUser(database), await createUser(database)]

  const profileImagePath = await setPicture(ada, await makePhoto('red'))
  const seen = await load(server, `/user/profile-image/${ada.id}`, ben)

  const { width, height, format, exif, xmp, orientation } = await sharp(seen.bytes).metadata()
  expect([seen.status, seen.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  expect({ width, height, format }).toEqual({ width: 250, height: 250, format: 'jpeg' })
  expect({ exif, xmp, orientation }).toEqual({ exif: undefined, xmp: undefined, orientation: undefined })
  expect((await sharp(seen.bytes).stats()).dominant.r).toBeGreaterThan(200)
  for (const client of [as(ada), as(ben)]) {
    expect(await client.getUserById(ada.id)).toMatchObject({ profileImagePath })
    expect((await client.getAllUsers()).find(({ id }) => id === ada.id)).toMatchObject({ profileImagePath })
  }
  expect(await incoming()).toEqual([])
})

test('another picture takes its place whole, and every browser sees it (PE10, PE12)', async () => {
  const [ada, ben] = [await createUser(database), await createUser(database)]
  const client = as(ben)
  const address = async () => client.profileImageUrl(await client.getUserById(ada.id)).slice(`${url}/api`.length)
  const ask = async (headers = {}) => load(server, `/user/profile-image/${ada.id}`, ben, { headers })

  await setPicture(ada, await makePhoto('red'))
  const [first, named] = [await ask(), await load(server, await address(), ben)]
  const same = await ask({ 'if-none-match': first.headers.get('etag') ?? '' })
  const formerAddress = await address()
  await setPicture(ada, await makePhoto('blue'))
  const changed = await ask({ 'if-none-match': first.headers.get('etag') ?? '' })
  const former = await load(server, formerAddress, ben)

  expect([first.headers.get('cache-control'), same.status]).toEqual(['private, no-cache, no-transform', 304])
  expect(named.headers.get('cache-control')).toBe('private, max-age=86400, immutable, no-transform')
  expect(changed.status).toBe(200)
  expect((await sharp(changed.bytes).stats()).dominant.b).toBeGreaterThan(200)
  expect(await address()).not.toBe(formerAddress)
  // A page that has not heard of it yet keeps nothing under the former address.
  expect([former.bytes, former.headers.get('cache-control')]).toEqual([
    changed.bytes,
    'private, no-cache, no-transform',
  ])
  expect(await filesOf(ada)).toHaveLength(1)
})

test('of pictures that are set at once, one is left, and it is the one that is named (PE10)', async () => {
  const ada = await createUser(database)
  const photos = await Promise.all(['red', 'green', 'blue', 'white'].map(makePhoto))

  await Promise.all(photos.map((photo) => setPicture(ada, photo)))

  const [left, ...others] = await filesOf(ada)
  expect([`profile/${ada.id}/${left}`, others]).toEqual([await readPath(ada), []])
})

const jpeg = await makePhoto('green')
const svg = '<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>'
const png = await sharp({ create: { width: 40, height: 40, channels: 3, background: 'red' } })
  .png()
  .toBuffer()
/** A PNG of some bytes that claims to have 400 million pixels. */
const bomb = Buffer.from(png)
bomb.writeUInt32BE(20_000, 16)
bomb.writeUInt32BE(20_000, 20)

test.each<[string, () => Promise<Record<string, File | string>> | Record<string, File | string>, number, string]>([
  ['is a text', () => ({ file: makeFile(Buffer.from('text'), 'me.jpg') }), 415, 'not_media'],
  ['is empty', () => ({ file: makeFile(Buffer.alloc(0), 'me.jpg') }), 415, 'not_media'],
  ['is an SVG', () => ({ file: makeFile(Buffer.from(svg), 'me.svg') }), 415, 'not_media'],
  ['is a video', async () => ({ file: makeFile(await makeMp4(), 'me.mp4') }), 415, 'not_media'],
  ['claims more pixels than it has', () => ({ file: makeFile(bomb, 'me.png') }), 415, 'not_media'],
  ['is cut off at once', () => ({ file: makeFile(jpeg.subarray(0, 30), 'me.jpg') }), 415, 'not_media'],
  ['is too large', () => ({ file: makeFile(Buffer.alloc(20_000_001, jpeg), 'me.jpg') }), 413, 'payload_too_large'],
  ['has another name', () => ({ picture: makeFile(jpeg) }), 400, 'invalid_request'],
  ['is a field', () => ({ file: 'me.jpg' }), 400, 'invalid_request'],
  ['is missing', () => ({ name: 'me.jpg' }), 400, 'invalid_request'],
])('a file that %s leaves the former picture, and nothing of itself (PE10)', async (_name, parts, status, code) => {
  const ada = await createUser(database)
  const former = await setPicture(ada, jpeg)

  const refused = await send(ada, await parts())

  expect([refused.status, refused.body.code]).toEqual([status, code])
  expect([await readPath(ada), await filesOf(ada)]).toEqual([former, [former.split('/').at(-1)]])
  expect(await incoming()).toEqual([])
})

test('a user without a picture, and one who removed theirs, has none; nobody sees that of a deleted user (PE11)', async () => {
  const [ada, ben] = [await createUser(database), await createUser(database)]
  const admin = await createUser(database, { isAdmin: true })
  const see = async (viewer: TestUser) => (await load(server, `/user/profile-image/${ada.id}`, viewer)).status

  const without = await see(ada)
  await as(ada).deleteProfileImage()
  await setPicture(ada, jpeg)
  await as(admin).deleteUser(ada.id, {})
  const deleted = [await see(ben), await see(admin)]
  await as(admin).restoreUser(ada.id)
  const restored = await see(ben)
  await as(ada).deleteProfileImage()

  expect([without, deleted, restored, await see(ben)]).toEqual([404, [404, 200], 200, 404])
  expect([await readPath(ada), await filesOf(ada)]).toEqual(['', []])
})

test('a picture goes with its user, also one that was arriving (PE10)', async () => {
  const [ada, ben] = [await createUser(database), await createUser(database)]
  const admin = await createUser(database, { isAdmin: true })
  await setPicture(ben, jpeg)
  const socket = await openSocket(server)
  const part = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n'
  const body = Buffer.concat([Buffer.from(part), jpeg, Buffer.from('\r\n--x--\r\n')])
  const head = `POST /api/user/profile-image HTTP/1.1\r\nHost: x\r\nConnection: close\r\nx-api-key: ${ada.apiKey}\r\nContent-Type: multipart/form-data; boundary=x\r\n`
  socket.write(`${head}Content-Length: ${body.length}\r\n\r\n`)
  socket.write(body.subarray(0, -20))
  await until(async () => (await incoming()).length > 0)

  for (const { id } of [ada, ben]) await as(admin).deleteUser(id, { force: true })
  socket.write(body.subarray(-20))

  expect(await text(socket)).toMatch(/^HTTP\/1\.1 401 /)
  await until(async () => (await database.user.count({ where: { id: { in: [ada.id, ben.id] } } })) === 0)
  expect([await filesOf(ada), await filesOf(ben), await incoming()]).toEqual([[], [], []])
})
