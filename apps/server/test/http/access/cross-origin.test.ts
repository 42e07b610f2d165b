import { describe, expect, test } from 'vitest'
import { createTag, createUser } from '../../support/database/factories.js'
import { send } from '../../support/http/client.js'
import { openFileLibrary } from '../../support/http/file-library.js'
import { startTestServer } from '../../support/http/server.js'

const OURS = 'https://photos.example.org'
const THEIRS = 'https://evil.example'

const { server, addFile } = await openFileLibrary({
  ALLOWED_ORIGINS: `${OURS},http://localhost:5173`,
  RATE_LIMIT: '1000',
  RATE_LIMIT_FAILURES: '3',
})
const { database } = server
const closed = await startTestServer()
const ada = await createUser(database)

function preflight(origin: string, path = '/api/album', to = server) {
  const headers = {
    origin,
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'content-type,x-api-key',
  }
  return send(to, path, { method: 'OPTIONS', headers })
}

function readCors({ headers }: { headers: Headers }) {
  return [...headers.keys()].filter((name) => name.startsWith('access-control-'))
}

function toList(value: string | null) {
  return (value ?? '').toLowerCase().split(', ')
}

describe('a page of an allowed origin', () => {
  test('gets an answer to its preflight, without a key (X7)', async () => {
    const { status, headers, text } = await preflight(OURS)

    expect([status, text]).toEqual([204, ''])
    expect(headers.get('access-control-allow-origin')).toBe(OURS)
    expect(toList(headers.get('access-control-allow-methods'))).toEqual(expect.arrayContaining(['post', 'put', 'get']))
    expect(toList(headers.get('access-control-allow-headers'))).toEqual(
      expect.arrayContaining(['authorization', 'x-api-key', 'content-type', 'idempotency-key', 'prefer', 'range']),
    )
    expect(toList(headers.get('access-control-allow-headers'))).toEqual(
      expect.arrayContaining(['x-immich-checksum', 'x-immich-user-token']),
    )
    expect(headers.get('access-control-max-age')).toBe('7200')
    expect(headers.get('vary')).toBe('Origin')
  })

  test('may send any number of preflights, which are no failed authentications (X7)', async () => {
    const preflights = await Promise.all(Array.from({ length: 10 }, () => preflight(OURS, '/api/oauth/config')))
    const answer = await send(server, '/api/tag', { headers: { origin: OURS, 'x-api-key': ada.apiKey } })

    expect(preflights.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 204))
    expect(answer.status).toBe(200)
  })

  test('reads answers and their headers (X7)', async () => {
    const tag = await createTag(database, ada, {})

    const { status, headers } = await send(server, `/api/tag/${tag.id}/assets`, {
      headers: { origin: 'http://localhost:5173', authorization: `Bearer ${ada.apiKey}` },
    })

    expect(status).toBe(200)
    expect(headers.get('access-control-allow-origin')).toBe('http://localhost:5173')
    const readable = toList(headers.get('access-control-expose-headers'))
    const needed = ['x-request-id', 'ratelimit', 'ratelimit-policy', 'etag', 'link', 'retry-after', 'content-range']
    expect(readable).toEqual(expect.arrayContaining(needed))
  })

  test.each([
    ['a refused one', '/api/tag', {}, 401],
    ['a missing one', '/api/nothing', { 'x-api-key': ada.apiKey }, 404],
    ['a wrong one', '/api/tag/x', { 'x-api-key': ada.apiKey }, 400],
  ])('reads the problem of %s (X7)', async (_name, path, credential, status) => {
    const answer = await send(server, path, { headers: { origin: OURS, ...credential } })

    expect(answer.status).toBe(status)
    expect(answer.headers.get('access-control-allow-origin')).toBe(OURS)
  })

  test('reads files, and parts of them (X7)', async () => {
    const { id } = await addFile(ada, Buffer.from('a photo'))

    const { status, headers } = await send(server, `/api/download/asset/${id}`, {
      headers: { origin: OURS, 'x-api-key': ada.apiKey, range: 'bytes=0-3' },
    })

    expect([status, headers.get('content-range')]).toEqual([206, 'bytes 0-3/7'])
    expect(headers.get('access-control-allow-origin')).toBe(OURS)
  })

  test('never calls with cookies (X7)', async () => {
    const answers = [await preflight(OURS), await send(server, '/api/tag', { headers: { origin: OURS } })]

    for (const { headers } of answers) expect(headers.has('access-control-allow-credentials')).toBe(false)
  })
})

describe('a page of another origin', () => {
  test.each([THEIRS, `${OURS}.evil.example`, `${OURS}:8443`, 'http://photos.example.org', 'null'])(
    '%s is allowed nothing (X7)',
    async (origin) => {
      const answers = [
        await preflight(origin, '/api/oauth/config'),
        await send(server, '/api/tag', { headers: { origin, 'x-api-key': ada.apiKey } }),
      ]

      expect(answers.map(({ status }) => status)).toEqual([405, 200])
      for (const answer of answers) {
        expect(readCors(answer)).toEqual([])
        expect(answer.headers.get('vary')).toBe('Origin')
      }
    },
  )

  test('is allowed nothing where no origin is (X7)', async () => {
    const answer = await preflight(OURS, '/api/oauth/config', closed)

    expect([answer.status, readCors(answer), answer.headers.has('vary')]).toEqual([405, [], false])
  })
})
