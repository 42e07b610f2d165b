import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { createKey, createUser } from '../../support/database/factories.js'
import { exchange, openSocket, problemIn, type RawAnswer } from '../../support/http/raw-http.js'
import { startTestServer } from '../../support/http/server.js'

const server = await startTestServer()
/** A server on the same database that waits for no busy machine. */
const hasty = await startTestServer({
  DATABASE_URL: server.databaseUrl,
  HEADERS_TIMEOUT_SECONDS: '1',
  REQUEST_TIMEOUT_SECONDS: '2',
})
/** A server on the same database that refuses all but the first request. */
const limited = await startTestServer({ DATABASE_URL: server.databaseUrl, RATE_LIMIT: '1', RATE_LIMIT_FAILURES: '1' })
const { apiKey, id } = await createUser(server.database)
const tagKey = await createKey(server.database, id, { scopes: ['tag.read'] })

const key = `x-api-key: ${apiKey}\r\n`
const json = 'content-type: application/json\r\n'
const host = 'host: x\r\n'
function album(headers: string, body = '') {
  return `POST /api/album HTTP/1.1\r\n${host}${key}${json}${headers}\r\n${body}`
}
const valid = album('content-length: 16\r\n', '{"albumName":""}')
function get(target: string) {
  return `GET ${target} HTTP/1.1\r\n${host}${key}\r\n`
}
function as(method: string, target = '/api/album') {
  return `${method} ${target} HTTP/1.1\r\n${host}${key}\r\n`
}
function chunked(body: Buffer, headers = '') {
  return Buffer.concat([
    Buffer.from(album(`transfer-encoding: chunked\r\n${headers}`, `${body.length.toString(16)}\r\n`), 'latin1'),
    body,
    Buffer.from('\r\n0\r\n\r\n'),
  ])
}
function gzipped(body: Buffer) {
  return Buffer.concat([
    Buffer.from(album(`content-encoding: gzip\r\ncontent-length: ${body.length}\r\n`), 'latin1'),
    body,
  ])
}

async function onlyAnswer(bytes: string | Uint8Array, options = {}) {
  const { answers, closed } = await exchange(server, bytes, options)
  expect(answers).toHaveLength(1)
  return { answer: answers[0] as RawAnswer, closed }
}

describe('on the wire (C11)', () => {
  test.concurrent.each([
    ['what is not HTTP', 'hello\r\n\r\n', 400, 'invalid_request'],
    ['a TLS handshake', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400, 'invalid_request'],
    ['a method that nobody knows', as('BREW'), 400, 'invalid_request'],
    ['a version that does not exist', `GET / HTTP/9.9\r\n${host}\r\n`, 400, 'invalid_request'],
    ['NUL in the path', get('/api/\0'), 400, 'invalid_request'],
    ['no path', get('?'), 400, 'invalid_request'],
    ['a blank in the path', get('/api/a b'), 400, 'invalid_request'],
    ['a header without a name', `GET / HTTP/1.1\r\n${host}: x\r\n\r\n`, 400, 'invalid_request'],
    ['a bare carriage return', `GET / HTTP/1.1\r\n${host}a: b\rc: d\r\n\r\n`, 400, 'invalid_request'],
    ['two lengths', album('content-length: 2\r\ncontent-length: 3\r\n', '{}'), 400, 'invalid_request'],
    [
      'a length and chunks',
      album('content-length: 2\r\ntransfer-encoding: chunked\r\n', '0\r\n\r\n'),
      400,
      'invalid_request',
    ],
    ['a length that is none', album('content-length: two\r\n', '{}'), 400, 'invalid_request'],
    ['a chunk that is none', album('transfer-encoding: chunked\r\n', 'zz\r\n'), 400, 'invalid_request'],
    ['headers of 20 kB', `GET / HTTP/1.1\r\n${host}a: ${'b'.repeat(20_000)}\r\n\r\n`, 431, 'headers_too_large'],
    ['headers of 2 MB', `GET / HTTP/1.1\r\n${host}a: ${'b'.repeat(2_000_000)}\r\n\r\n`, 431, 'headers_too_large'],
    ['4,000 headers', `GET / HTTP/1.1\r\n${host}${'abcd: efgh\r\n'.repeat(4_000)}\r\n`, 431, 'headers_too_large'],
    ['a path of 20 kB', get(`/${'b'.repeat(20_000)}`), 431, 'headers_too_large'],
    [
      'a transfer coding that nobody undoes',
      album('transfer-encoding: gzip, chunked\r\n', '2\r\n{}\r\n0\r\n\r\n'),
      501,
      'not_implemented',
    ],
    ['a coding xchunked', album('transfer-encoding: xchunked\r\n', '{}'), 501, 'not_implemented'],
    ['a coding gzip alone', album('transfer-encoding: gzip\r\n', '{}'), 501, 'not_implemented'],
    ['a coding identity', album('transfer-encoding: identity\r\n', '{}'), 501, 'not_implemented'],
    ['chunks with a parameter', album('transfer-encoding: chunked;q=1\r\n', '{}'), 501, 'not_implemented'],
    ['chunks inside of another coding', album('transfer-encoding: chunked, gzip\r\n', '{}'), 400, 'invalid_request'],
    ['an empty transfer coding', album('transfer-encoding:\r\n', '{}'), 400, 'invalid_request'],
    ['a control character in a header', `GET / HTTP/1.1\r\n${host}a: b\x01\r\n\r\n`, 400, 'invalid_request'],
    [
      'trailers of 20 kB',
      album('transfer-encoding: chunked\r\n', `0\r\na: ${'b'.repeat(20_000)}\r\n\r\n`),
      431,
      'headers_too_large',
    ],
    ['a tunnel', `CONNECT example.org:443 HTTP/1.1\r\nhost: example.org:443\r\n\r\n`, 405, 'method_not_allowed'],
  ])('%s is a problem, and the connection is closed', async (_name, bytes, status, code) => {
    const { answer, closed } = await onlyAnswer(bytes)

    expect(problemIn(answer)).toMatchObject({ status, code })
    expect(answer.headers['connection']).toBe('close')
    expect(closed).toBe(true)
  })

  test.concurrent.each([
    ['headers that do not end', `GET / HTTP/1.1\r\n${host}a: b`, 408, 'request_timeout'],
    ['a body that does not end', album('content-length: 3\r\n', '{'), 408, 'request_timeout'],
    ['chunks that do not end', album('transfer-encoding: chunked\r\n', '1\r\n{\r\n'), 408, 'request_timeout'],
  ])('%s is a problem after a while, and the connection is closed', async (_name, bytes, status, code) => {
    const { answers, closed } = await exchange(hasty, bytes)

    expect(answers.map(problemIn)).toMatchObject([{ status, code }])
    expect(closed).toBe(true)
  })

  test.each([
    ['no Host', `GET /api/x HTTP/1.1\r\n${key}\r\n`, 400, 'invalid_request'],
    ['two Hosts', `GET /api/x HTTP/1.1\r\n${host}${host}${key}\r\n`, 400, 'invalid_request'],
    ['an Expect that nobody knows', `GET /api/x HTTP/1.1\r\n${host}expect: cake\r\n${key}\r\n`, 400, 'invalid_request'],
    ['two keys', `GET /api/x HTTP/1.1\r\n${host}${key}${key}\r\n`, 401, 'unauthenticated'],
    ['two slashes', get('//api//album'), 404, 'not_found'],
    ['two slashes at the end', as('POST', '/api/album//'), 404, 'not_found'],
    ['a path in capitals', as('POST', '/API/album'), 404, 'not_found'],
    ['capitals below /api', as('POST', '/api/Album'), 404, 'not_found'],
    ['dots', get('/api/../api/oauth/config'), 404, 'not_found'],
    ['an encoded slash', get(`/api%2falbum`), 404, 'not_found'],
    ['an asterisk', as('OPTIONS', '*'), 404, 'not_found'],
    ['%00 for an id', get('/api/tag/%00/assets'), 400, 'invalid_request'],
    ['half a percent-encoding', get('/api/tag/%/assets'), 400, 'invalid_request'],
    ['UTF-8 that is none, encoded', get('/problems/%ff'), 400, 'invalid_request'],
    ['OPTIONS', as('OPTIONS'), 405, 'method_not_allowed'],
    ['TRACE', as('TRACE'), 405, 'method_not_allowed'],
    ['PROPFIND', as('PROPFIND'), 405, 'method_not_allowed'],
    [
      'no kind of body',
      `POST /api/album HTTP/1.1\r\n${host}${key}content-length: 2\r\n\r\n{}`,
      415,
      'unsupported_media_type',
    ],
    [
      'a charset without a name',
      album('content-length: 2\r\n', '{}').replace('/json', '/json; charset=,'),
      415,
      'unsupported_media_type',
    ],
    [
      'UTF-16',
      album('content-length: 2\r\n', '{}').replace('/json', '/json; charset=utf-16'),
      415,
      'unsupported_media_type',
    ],
    [
      'an encoding that nobody knows',
      album('content-length: 2\r\ncontent-encoding: lzma\r\n', '{}'),
      415,
      'unsupported_media_type',
    ],
    ['an Accept without JSON', album('accept: text/html\r\ncontent-length: 2\r\n', '{}'), 406, 'not_acceptable'],
    ['broken JSON', album('content-length: 12\r\n', '{"albumName"'), 400, 'malformed_json'],
    ['no body', album(''), 400, 'invalid_request'],
    ['bytes that are not UTF-8', album('content-length: 18\r\n', '{"albumName":"\xff\xfe"}'), 400, 'malformed_json'],
    ['gzip that is none', gzipped(Buffer.from('{"albumName":""}')), 400, 'malformed_json'],
    ['gzip that breaks off', gzipped(gzipSync('{"albumName":""}').subarray(0, 20)), 400, 'malformed_json'],
    ['a gzip bomb', gzipped(gzipSync(Buffer.alloc(200_000_000))), 413, 'payload_too_large'],
    ['chunks that are too many', chunked(Buffer.alloc(11_000_000, ' ')), 413, 'payload_too_large'],
  ])('%s is a problem, and the connection stays open', async (_name, bytes, status, code) => {
    const again = Buffer.concat([Buffer.from(bytes as string, 'latin1'), Buffer.from(valid)])
    const { answers } = await exchange(server, again, { answers: 2 })

    expect(problemIn(answers[0] as RawAnswer)).toMatchObject({ status, code })
    expect(answers[1]?.status).toBe(201)
  })

  test('a Content-Length above the limit is refused before the body is read', async () => {
    const { answer, closed } = await onlyAnswer(album('content-length: 2000000000\r\n', ' '.repeat(5_000_000)))

    expect(problemIn(answer)).toMatchObject({ status: 413, code: 'payload_too_large' })
    expect(closed).toBe(true)
  })

  test.each<[string, Buffer, number]>([
    ['in chunks that are too many', chunked(Buffer.alloc(11_000_000, ' ')).subarray(0, -5), 413],
    [
      'compressed by gzip that is none',
      chunked(Buffer.from('none'), 'content-encoding: gzip\r\n').subarray(0, -5),
      400,
    ],
  ])(
    'a body %s is refused, and the connection cut, though its sender never ends it',
    async (_name, endless, status) => {
      const { answer, closed } = await onlyAnswer(endless)

      expect(answer.status).toBe(status)
      expect(closed).toBe(true)
    },
  )

  test.concurrent.each<[string, string, { url: string }, number]>([
    ['by its rate', 'x-api-key: none', limited, 429],
    ['by its key', 'x-api-key: none', server, 401],
    ['by the scope of its key', `x-api-key: ${tagKey}`, server, 403],
  ])('a body that is refused %s is cut, though its sender never ends it', async (_name, credential, to, status) => {
    await exchange(to, `GET /api/x HTTP/1.1\r\n${host}${credential}\r\n\r\n`)
    for (const head of [album(''), `PATCH /api/upload/${randomUUID()} HTTP/1.1\r\n${host}${key}\r\n`]) {
      const endless = `${head.trimEnd().replace(key.trimEnd(), credential)}\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{"`

      const { answers, closed } = await exchange(to, endless)

      expect(answers.map(problemIn)).toMatchObject([{ status }])
      expect(closed).toBe(true)
    }
  })

  test('every operation has its own limit for the body', async () => {
    const post = (path: string, length: number, method = 'POST') =>
      exchange(server, `${method} ${path} HTTP/1.1\r\n${host}${key}${json}content-length: ${length}\r\n\r\n`)
    const answers = await Promise.all([
      post('/api/oauth/config', 40_000),
      post('/api/asset/jobs', 5_000_000),
      post(`/api/album/${randomUUID()}/users`, 5_000_000, 'PUT'),
      post('/api/album', 10_000_000),
    ])

    expect(answers.map(({ answers: [answer] }) => answer?.status)).toEqual([413, 413, 413, 413])
  })

  test('100-continue is sent only when the body will be read', async () => {
    const expecting = 'expect: 100-continue\r\ncontent-length: 16\r\n'
    const granted = await exchange(server, album(expecting, '{"albumName":""}'), { answers: 2 })
    const refused = await exchange(server, album(expecting).replace(apiKey, 'wrong'))

    expect(granted.answers.map(({ status }) => status)).toEqual([100, 201])
    expect(refused.answers.map(({ status }) => status)).toEqual([401])
    expect(refused.closed).toBe(true)
  })

  test('pipelined requests are answered in order, followed by the answer to a broken one', async () => {
    const { answers } = await exchange(server, `${valid}${get('/api/x')}${valid}BREW\r\n\r\n`, { answers: 9 })

    expect(answers.map(({ status }) => status)).toEqual([201, 404, 201, 400])
  })

  test('a tunnel behind a request that is not answered yet cuts the connection, as its answer would be taken for the other', async () => {
    const { answers, closed } = await exchange(server, `${get('/api/album')}CONNECT x:1 HTTP/1.1\r\n${host}\r\n`)

    expect(answers).toEqual([])
    expect(closed).toBe(true)
  })

  test('HTTP/1.0 is answered, and the connection is closed', async () => {
    const { answer, closed } = await onlyAnswer(`GET /api/x HTTP/1.0\r\n${key}\r\n`)

    expect(problemIn(answer)).toMatchObject({ status: 404 })
    expect(closed).toBe(true)
  })

  test('an expectation of HTTP/1.0 is ignored', async () => {
    const expecting = album('expect: 100-continue\r\ncontent-length: 16\r\n', '{"albumName":""}')

    const { answers } = await exchange(server, expecting.replace('HTTP/1.1', 'HTTP/1.0'))

    expect(answers.map(({ status }) => status)).toEqual([201])
  })

  test('a request to upgrade the protocol is ignored', async () => {
    const { answer } = await onlyAnswer(
      get('/api/oauth/config').replace(key, `${key}connection: upgrade\r\nupgrade: h2c\r\n`),
    )

    expect(problemIn(answer)).toMatchObject({ status: 405 })
  })

  test('HEAD is answered without a body', async () => {
    const { answer } = await onlyAnswer(as('HEAD', `/api/tag/${randomUUID()}/assets`), { headless: true })

    expect(answer).toMatchObject({
      status: 404,
      headers: { 'content-type': 'application/problem+json; charset=utf-8' },
    })
  })

  test('a client that disconnects while it sends a body does not affect others', async () => {
    for (let round = 0; round < 50; round += 1) {
      const socket = await openSocket(server)
      socket.resume().write(album('content-length: 100\r\n', '{'))
      if (round % 2) socket.resetAndDestroy()
      else socket.end()
      await once(socket, 'close')
    }

    expect((await onlyAnswer(valid)).answer.status).toBe(201)
  })
})
