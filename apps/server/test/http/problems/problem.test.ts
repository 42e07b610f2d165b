import { randomUUID } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { Problem, problems } from '@media-library/contract'
import { describe, expect, test } from 'vitest'
import { createUser } from '../../support/database/factories.js'
import { send } from '../../support/http/client.js'
import { startTestServer } from '../../support/http/server.js'

const server = await startTestServer()
const { apiKey } = await createUser(server.database)

describe('problems', () => {
  test.each([
    ['an unknown path of the API', '/api/nothing', {}, 404, 'not_found'],
    ['an unknown path beside it', '/nothing', {}, 404, 'not_found'],
    ['a path with a slash too much', '/api/album/', { method: 'POST', body: {} }, 404, 'not_found'],
    ['a wrong method', '/api/oauth/config', {}, 405, 'method_not_allowed'],
    [
      'an Accept without JSON',
      '/api/album',
      { method: 'POST', body: {}, headers: { accept: 'text/html' } },
      406,
      'not_acceptable',
    ],
    ['broken JSON', '/api/album', { method: 'POST', body: '{"albumName":' }, 400, 'malformed_json'],
    [
      'no body',
      '/api/album',
      { method: 'POST', headers: { 'content-type': 'application/json' } },
      400,
      'invalid_request',
    ],
    [
      'text',
      '/api/album',
      { method: 'POST', body: 'x', headers: { 'content-type': 'text/plain' } },
      415,
      'unsupported_media_type',
    ],
    [
      'a form',
      '/api/album',
      { method: 'POST', body: 'a=b', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
      415,
      'unsupported_media_type',
    ],
    [
      'UTF-16',
      '/api/album',
      { method: 'POST', body: '{}', headers: { 'content-type': 'application/json; charset=latin1' } },
      415,
      'unsupported_media_type',
    ],
    ['13 MB', '/api/album', { method: 'POST', body: { albumName: 'a'.repeat(13_000_000) } }, 413, 'payload_too_large'],
    ['bad percent-encoding', '/api/tag/%E0%A4%A/assets', {}, 400, 'invalid_request'],
  ])('C11 %s is a problem', async (_name, path, request, status, code) => {
    const answer = await send(server, path, { ...request, apiKey })

    expect(answer).toMatchObject({ status, body: { status, code, type: `/problems/${code}` } })
    expect(Problem.parse(answer.body)).toEqual(answer.body)
    expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
    expect(answer.body.instance).toBe(`urn:uuid:${answer.headers.get('x-request-id')}`)
    expect(answer.text).not.toMatch(/ at .*\.[jt]s|SELECT|ZodError|\\\/\^/)
  })

  test('405 lists the methods of the path', async () => {
    const post = await send(server, `/api/tag/${randomUUID()}/assets`, { method: 'POST', apiKey, body: {} })
    const get = await send(server, '/api/oauth/config')

    expect(post.headers.get('allow')).toBe('GET, HEAD, PUT, DELETE')
    expect(get).toMatchObject({ status: 405 })
    expect(get.headers.get('allow')).toBe('POST')
  })

  test('413 applies to the decompressed length of a body', async () => {
    const response = await fetch(`${server.url}/api/album`, {
      method: 'POST',
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json', 'content-encoding': 'gzip' },
      body: gzipSync(JSON.stringify({ albumName: 'a'.repeat(13_000_000) })),
    })

    expect(response.status).toBe(413)
  })

  test.each(Object.keys(problems))('C11 the type of %s is a page of the server', async (code) => {
    const response = await fetch(`${server.url}/problems/${code}`)

    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toContain('text/html')
    expect(await response.text()).toContain(code)
  })

  test('C18 returns JSON unless Accept excludes it', async () => {
    for (const accept of ['*/*', 'application/*', 'text/html, application/json;q=0.1']) {
      const answer = await send(server, '/api/album', {
        method: 'POST',
        apiKey,
        body: { albumName: '' },
        headers: { accept },
      })

      expect(answer.status).toBe(201)
    }
  })

  test('names no software, and forbids guessing a content type', async () => {
    const { headers } = await fetch(`${server.url}/api/nothing`)

    expect(headers.get('x-powered-by')).toBeNull()
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })
})

describe('C10 the order of checks', () => {
  const broken = { method: 'POST', body: '{', headers: { 'content-type': 'text/plain' } }

  test('the key comes before path and method', async () => {
    expect((await send(server, '/api/nothing')).status).toBe(401)
    expect((await send(server, '/api/album')).status).toBe(401)
    expect((await send(server, '/api/album', broken)).status).toBe(401)
  })

  test('path and method come before the content type', async () => {
    expect((await send(server, '/api/nothing', { ...broken, apiKey })).status).toBe(404)
    expect((await send(server, '/api/album', { ...broken, method: 'PATCH', apiKey })).status).toBe(405)
  })

  test("the content type comes before the shape, and the shape before the operation's rule", async () => {
    const path = `/api/album/${randomUUID()}/users`
    const put = { method: 'PUT', apiKey }

    expect((await send(server, path, { ...broken, ...put })).status).toBe(415)
    expect((await send(server, path, { ...put, body: { sharedUserIds: 'all' } })).status).toBe(400)
    expect((await send(server, path, { ...put, body: { sharedUserIds: [] } })).status).toBe(404)
  })
})
