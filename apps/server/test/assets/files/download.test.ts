import { randomBytes } from 'node:crypto'
import { rm, symlink, truncate, utimes, writeFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { makeJpeg } from '../../fixtures/photo.js'
import { createUser } from '../../support/database/factories.js'
import { load, openFileLibrary } from '../../support/http/file-library.js'

const { server, addFile } = await openFileLibrary()
const ada = await createUser(server.database)

const content = Buffer.concat([await makeJpeg(), randomBytes(300_000)])
const asset = await addFile(ada, content)
const path = `/download/asset/${asset.id}`
const size = content.length

function get(headers: Record<string, string> = {}) {
  return load(server, path, ada, { headers })
}
function range(value: string, headers: Record<string, string> = {}) {
  return get({ range: value, ...headers })
}

describe('a download', () => {
  test.each(['GET', 'POST'])('by %s is the original, byte for byte, with its file name (F2)', async (method) => {
    const { status, headers, bytes } = await load(server, path, ada, { method })

    expect(status).toBe(200)
    expect(bytes.equals(content)).toBe(true)
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'content-length': String(size),
      'content-disposition': 'attachment; filename=photo.jpg',
      'accept-ranges': 'bytes',
      'cache-control': 'private, max-age=86400, no-transform',
      etag: `"${Buffer.from(asset.checksum).toString('base64')}"`,
      'last-modified': asset.fileModifiedAt.toUTCString(),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
    })
  })

  test.each([
    ['invoice.html', content, 'invoice.html.jpg'],
    ['notes.html', Buffer.from('<script>'), 'notes.html.bin'],
    ['PHOTO.JPEG', content, 'PHOTO.JPEG'],
  ])('of %s has the name of a file that no program opens as a page (F6)', async (name, bytes, expected) => {
    const { id } = await addFile(ada, bytes, { name })

    const { headers } = await load(server, `/download/asset/${id}`, ada)

    expect(headers.get('content-disposition')).toBe(`attachment; filename=${expected}`)
  })

  test('HEAD has the headers of GET without the file, and ignores ranges', async () => {
    const { status, headers, bytes } = await load(server, path, ada, {
      method: 'HEAD',
      headers: { range: 'bytes=0-9' },
    })

    expect([status, bytes.length, headers.get('content-length')]).toEqual([200, 0, String(size)])
    expect(headers.get('etag')).not.toBeNull()
  })

  test('may be cached for a day, without a check when the URL names the current version (F5)', async () => {
    const named = await load(server, `${path}?v=${encodeURIComponent(asset.updatedAt.toISOString())}`, ada)
    const other = await load(server, `${path}?v=2020-01-01T00:00:00.000Z`, ada)

    expect(named.headers.get('cache-control')).toBe('private, max-age=86400, immutable, no-transform')
    expect(other.headers.get('cache-control')).toBe('private, max-age=86400, no-transform')
  })

  test('of an empty file is empty', async () => {
    const empty = await addFile(ada, Buffer.alloc(0))

    expect(await load(server, `/download/asset/${empty.id}`, ada)).toMatchObject({
      status: 200,
      bytes: Buffer.alloc(0),
    })
    expect(await load(server, `/download/asset/${empty.id}`, ada, { headers: { range: 'bytes=0-' } })).toMatchObject({
      status: 416,
    })
  })
})

describe('a range', () => {
  test.each<[string, number, number]>([
    ['bytes=0-0', 0, 0],
    ['bytes=100-199', 100, 199],
    ['bytes=299999-', 299_999, size - 1],
    ['bytes=-500', size - 500, size - 1],
    [`bytes=-${size + 1}`, 0, size - 1],
    [`bytes=10-${size + 99}`, 10, size - 1],
  ])('%s is answered with those bytes (F4)', async (value, start, end) => {
    const { status, headers, bytes } = await range(value)

    expect(status).toBe(206)
    expect(headers.get('content-range')).toBe(`bytes ${start}-${end}/${size}`)
    expect(headers.get('content-length')).toBe(String(end - start + 1))
    expect(bytes.equals(content.subarray(start, end + 1))).toBe(true)
  })

  test.each([
    ['bytes=0-1, 4-6,-2', ['0-1', '4-6', `${size - 2}-${size - 1}`]],
    ['bytes=8-9,0-1,2-3', ['8-9', '0-3']],
  ])('%s is answered in parts, and adjoining ones are one (F4)', async (value, ranges) => {
    const { status, headers, bytes } = await range(value)
    const [, boundary = ''] = /^multipart\/byteranges; boundary=(\S+)$/.exec(headers.get('content-type') ?? '') ?? []

    const [start, ...parts] = bytes.toString('latin1').split(`\r\n--${boundary}`)

    expect([status, start, parts.pop()]).toEqual([206, '', '--\r\n'])
    expect(parts).toEqual(
      ranges.map((one) => {
        const [first = 0, last = 0] = one.split('-').map(Number)
        const head = `\r\nContent-Type: image/jpeg\r\nContent-Range: bytes ${one}/${size}\r\n\r\n`
        return head + content.toString('latin1', first, last + 1)
      }),
    )
  })

  test.each(['bytes=', 'bytes 0-9', `bytes=${Array.from({ length: 51 }, (_, i) => `${i * 9}-${i * 9}`)}`])(
    '%s is ignored: the answer is the whole file (F4)',
    async (value) => {
      const { status, bytes } = await range(value)

      expect([status, bytes.length]).toEqual([200, size])
    },
  )

  test.each([`bytes=${size}-`, 'bytes=9999999-99999999'])('%s cannot be satisfied (F4)', async (value) => {
    const { status, headers, code } = await range(value)

    expect([status, code]).toEqual([416, 'range_not_satisfiable'])
    expect(headers.get('content-range')).toBe(`bytes */${size}`)
    expect(headers.get('cache-control')).toBe('no-store')
  })

  test('is ignored in a POST, for which HTTP defines none', async () => {
    expect((await load(server, path, ada, { method: 'POST', headers: { range: 'bytes=0-9' } })).status).toBe(200)
  })

  test('applies only to the version that If-Range names (F4)', async () => {
    const { headers } = await get()
    const etag = headers.get('etag') as string
    const modified = headers.get('last-modified') as string
    const earlier = new Date(Date.parse(modified) - 1_000).toUTCString()
    const later = new Date(Date.parse(modified) + 1_000).toUTCString()

    const readStatus = async (value: string) => (await range('bytes=0-9', { 'if-range': value })).status

    expect(await readStatus(etag)).toBe(206)
    expect(await readStatus(modified)).toBe(206)
    for (const other of [`W/${etag}`, '"other"', earlier, later])
      expect([other, await readStatus(other)]).toEqual([other, 200])
  })
})

describe('a copy', () => {
  test('that is current is answered with 304 (F5)', async () => {
    const { headers } = await get()
    const etag = headers.get('etag') as string
    const modified = headers.get('last-modified') as string

    for (const known of [
      { 'if-none-match': etag },
      { 'if-none-match': `"other", W/${etag}` },
      { 'if-none-match': '*' },
      { 'if-modified-since': modified },
    ]) {
      const answer = await get(known)
      expect([known, answer.status, answer.bytes.length]).toEqual([known, 304, 0])
      expect(answer.headers.get('etag')).toBe(etag)
    }
    expect((await get({ 'if-none-match': '"other"', 'if-modified-since': modified })).status).toBe(200)
    expect((await get({ 'if-modified-since': 'Sat, 01 Jan 2000 00:00:00 GMT' })).status).toBe(200)
  })

  test('with another If-Match or an earlier If-Unmodified-Since is refused', async () => {
    const etag = (await get()).headers.get('etag') as string

    expect(await get({ 'if-match': '"other"' })).toMatchObject({ status: 412, code: 'precondition_failed' })
    expect(await get({ 'if-match': `W/${etag}` })).toMatchObject({ status: 412 })
    expect(await get({ 'if-unmodified-since': 'Sat, 01 Jan 2000 00:00:00 GMT' })).toMatchObject({ status: 412 })
    expect(await get({ 'if-match': `"other", ${etag}` })).toMatchObject({ status: 200 })
  })

  test('has another ETag once the file has changed, even before its next import (F5)', async () => {
    const changed = await addFile(ada, content)
    const where = `/download/asset/${changed.id}?v=${encodeURIComponent(changed.updatedAt.toISOString())}`
    const { headers } = await load(server, where, ada)

    await writeFile(changed.originalPath, content.subarray(1))

    const after = await load(server, where, ada, { headers: { 'if-none-match': headers.get('etag') as string } })
    expect([after.status, after.bytes.length]).toEqual([200, size - 1])
    expect(after.headers.get('etag')).not.toBe(headers.get('etag'))
    expect(after.headers.get('cache-control')).not.toContain('immutable')
  })
})

describe('a name', () => {
  test.each<[string, string]>([
    ['plain.jpg', 'attachment; filename=plain.jpg'],
    ['"quoted"; x=y.jpg', 'attachment; filename="_quoted_; x=y.jpg"'],
    ['CON', 'attachment; filename=_CON.jpg'],
    ['Grüße 👋.jpg', `attachment; filename="Gr??e ??.jpg"; filename*=UTF-8''Gr%C3%BC%C3%9Fe%20%F0%9F%91%8B.jpg`],
    ['two\r\nx-evil: 1.jpg', 'attachment; filename="two__x-evil_ 1.jpg"'],
  ])('%j does not break out of its header', async (name, expected) => {
    const named = await addFile(ada, content, { originalFileName: name })

    const { status, headers } = await load(server, `/download/asset/${named.id}`, ada)

    expect(status).toBe(200)
    expect(headers.get('x-evil')).toBeNull()
    expect(headers.get('content-disposition')).toContain(expected)
  })

  test.each<[string, string]>([
    ['evil.jpg', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['evil.png', '<!doctype html><script>alert(1)</script>'],
    ['evil.html', 'plain'],
  ])('%s does not make a picture type of another file (F6)', async (name, text) => {
    const posing = await addFile(ada, Buffer.from(text), { name })

    const { headers } = await load(server, `/asset/file/${posing.id}?isWeb=false`, ada)

    expect(headers.get('content-type')).toBe('application/octet-stream')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toBe("sandbox; default-src 'none'")
  })
})

describe('a file that is not there', () => {
  test('is offline when a link has replaced it, and nothing is read through the link (F3)', async () => {
    const linked = await addFile(ada, content)
    await rm(linked.originalPath)
    await symlink('/etc/passwd', linked.originalPath)

    expect(await load(server, `/download/asset/${linked.id}`, ada)).toMatchObject({ status: 404, code: 'offline' })
  })

  test.each<[string, boolean, number, number | null]>([
    ['offline when another size', false, 0, 404],
    ['offline when other bytes', false, 1_000, 404],
    ['cut off before its end when other bytes', false, 1_000_000, null],
    ['offline when other bytes under the same date', true, 1_000, 404],
  ])('is %s came into the place of an original (F3)', async (_name, isExternal, bytes, status) => {
    const known = randomBytes(Math.max(bytes, 10))
    const exif = { create: { fileSizeInByte: known.length } }
    const damaged = await addFile(ada, known, { isExternal, exif })
    await writeFile(damaged.originalPath, randomBytes(bytes))
    await utimes(damaged.originalPath, new Date(), damaged.fileModifiedAt)

    const answer = load(server, `/download/asset/${damaged.id}`, ada)

    if (status === null) await expect(answer).rejects.toThrow()
    else expect(await answer).toMatchObject({ status, code: 'offline' })
  })

  test('is aborted when the file shrinks while it is read, and does not look complete', async () => {
    const long = await addFile(ada, randomBytes(8_000_000))
    const response = await fetch(`${server.url}/api/download/asset/${long.id}`, {
      headers: { 'x-api-key': ada.apiKey },
    })
    await truncate(long.originalPath, 1_000)

    await expect(response.arrayBuffer()).rejects.toThrow()
  })
})
