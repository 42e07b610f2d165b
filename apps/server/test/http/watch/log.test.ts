import { randomUUID } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import pLimit from 'p-limit'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { connect as connectDatabase, disconnect } from '../../../src/database/connect.js'
import { readText } from '../../root/files.js'
import { createTestDatabase } from '../../support/database/database.js'
import { createUser } from '../../support/database/factories.js'
import { query } from '../../support/database/query.js'
import { untilBlocked } from '../../support/database/statements.js'
import { createClientFor, send } from '../../support/http/client.js'
import { openSocket } from '../../support/http/raw-http.js'
import { databaseWaits, testPool } from '../../support/long.js'
import { serve } from '../../support/processes/serve-process.js'
import { LONG_TRANSACTION, until } from '../../support/until.js'

const { url: databaseUrl, drop } = await createTestDatabase()
const database = connectDatabase(databaseUrl, testPool)
afterAll(() => disconnect(database).then(drop))
const user = await createUser(database)
const environment = { ...databaseWaits, DATABASE_URL: databaseUrl, LOG_LEVEL: 'trace' }
/** The service in a process of its own. */
const { url, child, errors } = await serve(environment, ['--no-worker'], afterAll)
const server = { url, adminUrl: null, database, databaseUrl }

/** Waits for a line of the log. */
function findLine(isIt: (line: Record<string, unknown>) => boolean): Promise<Record<string, unknown>> {
  const lines = () => errors().split('\n').slice(0, -1)
  return until(() =>
    lines()
      .filter((line) => line.startsWith('{'))
      .map((line): Record<string, unknown> => JSON.parse(line))
      .find(isIt),
  )
}

/** Makes a table unreadable for the length of a test. */
async function hide(table: string) {
  await query(databaseUrl, `ALTER TABLE ${table} RENAME TO hidden_${table}`)
  onTestFinished(() => query(databaseUrl, `ALTER TABLE hidden_${table} RENAME TO ${table}`).then(() => {}))
}

const [, logs = ''] = readText('docs/operate/monitoring.md').split('## Logs\n')
/** The fields on the page. */
const documented = [...logs.matchAll(/^- (.*?)(?::|$)/gm)].flatMap(([, names = '']) => names.match(/\w+/g) ?? [])

test('a proxy that is not trusted is named once', async () => {
  for (let time = 0; time < 2; time += 1)
    await send(server, '/livez', { headers: { 'x-forwarded-for': '203.0.113.1' } })
  const last = randomUUID()
  await send(server, '/livez', { headers: { 'x-request-id': last } })
  await findLine(({ requestId }) => requestId === last)

  const noticed = errors()
    .split('\n')
    .filter((line) => line.includes('TRUSTED_PROXIES'))
  expect(noticed).toHaveLength(1)
  expect(JSON.parse(noticed[0] ?? '')).toMatchObject({ level: 'warn', peer: '127.0.0.1' })
})

test('a line names the request, its operation, its user, and its outcome', async () => {
  const given = randomUUID()

  const answer = await createClientFor(server, user).createAlbum({
    body: { albumName: 'Summer' },
    extraHeaders: { 'x-request-id': given.toUpperCase() },
  } as never)
  const line = await findLine(({ requestId }) => requestId === given)

  expect(answer.headers.get('x-request-id')).toBe(given)
  expect(line).toMatchObject({
    level: 'info',
    method: 'POST',
    path: '/api/album',
    operation: 'createAlbum',
    userId: user.id,
    status: 201,
    responseTime: expect.any(Number),
  })
  expect(Object.keys(line).filter((name) => !documented.includes(name))).toEqual([])
})

test('who signs in or out, and who shares what with whom, has a line of its own', async () => {
  const friend = await createUser(database)
  const share = { albumName: '', sharedWithUserIds: [friend.id] }
  const { body: login, headers } = await send(server, '/api/auth/key', { method: 'POST', apiKey: user.apiKey })
  const { body: album } = await send(server, '/api/album', { method: 'POST', apiKey: user.apiKey, body: share })
  const add = { method: 'PUT', apiKey: user.apiKey, body: { sharedUserIds: [friend.id] } }
  const { body: other } = await send(server, '/api/album', {
    method: 'POST',
    apiKey: user.apiKey,
    body: { albumName: '' },
  })
  await send(server, `/api/album/${other.id}/users`, add)
  await send(server, '/api/auth/logout', { method: 'POST', headers: { authorization: `Bearer ${login.accessToken}` } })

  const signedIn = await findLine(({ act }) => act === 'signed in')
  const signedOut = await findLine(({ act }) => act === 'signed out')

  expect(signedIn).toMatchObject({ userId: user.id, requestId: headers.get('x-request-id') })
  expect(signedOut).toMatchObject({ userId: user.id, sessionId: signedIn['sessionId'] })
  for (const albumId of [album.id, other.id]) {
    const shared = await findLine((line) => line['act'] === 'shared an album' && line['albumId'] === albumId)
    expect(shared).toMatchObject({ userId: user.id, sharedWith: [friend.id], sharedCount: 1 })
  }
})

test('a statement that takes a second or longer has a line with its operation and SQL, and without its parameters', async () => {
  const name = `secret ${randomUUID()}`
  await database.$transaction(async (transaction) => {
    await transaction.$executeRaw`LOCK TABLE tag`
    // The statement waits for the lock until its own limit.
    await send(server, '/api/tag', { method: 'POST', apiKey: user.apiKey, body: { name, type: 'CUSTOM' } })
  }, LONG_TRANSACTION)

  const line = await findLine(({ operation, msg }) => operation === 'createTag' && msg === 'slow statement')

  expect(line).toMatchObject({ level: 'warn', statement: expect.stringMatching(/INSERT INTO tag .*\$1/) })
  expect(line['statementTime']).toBeGreaterThanOrEqual(1_000)
  expect(errors()).not.toContain(name)
})

test('an id that is not a UUID is replaced, and probes are not logged at the level info', async () => {
  const answer = await send(server, '/livez', { headers: { 'x-request-id': 'x"}\\n{"level":60' } })
  const id = answer.headers.get('x-request-id')
  const line = await findLine(({ requestId }) => requestId === id)

  expect(id).toMatch(/^[0-9a-f-]{36}$/)
  expect(line).toMatchObject({ level: 'trace', path: '/livez' })
})

test('logs a failure of the server as an error, and a disconnected client as aborted', async () => {
  await hide('tag')
  const failed = await send(server, `/api/tag/${randomUUID()}/assets`, user)
  const socket = await openSocket(server)
  const key = `x-api-key: ${user.apiKey}`
  const head = `POST /api/album HTTP/1.1\r\nHost: x\r\n${key}\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{`
  socket.write(head, () => socket.destroy())

  const line = await findLine(({ status }) => status === 500)
  const aborted = await findLine(({ path, status }) => path === '/api/album' && status === undefined)

  expect(failed.status).toBe(500)
  expect(line).toMatchObject({ level: 'error', operation: 'getTagAssets' })
  expect(aborted).toMatchObject({ aborted: true })
})

test('what callers cause is not logged as an error, although its status is one of the server', async () => {
  const head = `POST /api/album HTTP/1.1\r\nhost: x\r\nx-api-key: ${user.apiKey}\r\ncontent-type: application/json\r\n`
  const inflating = gzipSync(`{${' '.repeat(9_000_000)}`)
  const parts = [
    Buffer.from(`${head}transfer-encoding: gzip, chunked\r\n\r\n`),
    ...Array.from({ length: 8 }, () =>
      Buffer.concat([Buffer.from(`${head}content-encoding: gzip\r\ncontent-length: 99999\r\n\r\n`), inflating]),
    ),
  ]
  const sockets = await Promise.all(parts.map(() => openSocket(server)))
  for (const [n, socket] of sockets.entries()) socket.resume().write(parts[n] as Buffer)

  const refused = await findLine(({ msg }) => msg === 'request refused')
  const lines = [
    await findLine(({ status }) => status === 501),
    await findLine(({ requestId, status }) => requestId === refused['requestId'] && status === 503),
  ]
  for (const socket of sockets) socket.destroy()

  expect(refused).toMatchObject({ level: 'warn', err: { message: 'The bodies of too many requests came at once.' } })
  expect(lines.map(({ level }) => level)).toEqual(['info', 'info'])
})

test('a client that leaves while it waits for its turn is aborted, and no fault', async () => {
  const body = `{"albumName":"","description":"x"}${' '.repeat(1024 * 1024)}`
  const [id, last] = [randomUUID(), randomUUID()]
  let working: Promise<unknown> | undefined
  await database.$transaction(async (transaction) => {
    await transaction.$executeRaw`LOCK TABLE album IN EXCLUSIVE MODE`
    working = send(server, '/api/album', { method: 'POST', apiKey: user.apiKey, body })
    await untilBlocked(database)
    const socket = await openSocket(server)
    const key = `x-api-key: ${user.apiKey}\r\nx-request-id: ${id}\r\n`
    const head = `POST /api/album HTTP/1.1\r\nhost: x\r\n${key}content-type: application/json\r\n`
    await new Promise((sent) => void socket.write(`${head}content-length: ${body.length}\r\n\r\n${body}`, sent))
    // What it sent has been read when a later request is answered.
    await send(server, '/api/tag', { apiKey: user.apiKey })
    socket.destroy()
    await findLine(({ requestId, aborted }) => requestId === id && aborted === true)
    await send(server, '/livez', { headers: { 'x-request-id': last } })
  }, LONG_TRANSACTION)
  await working
  await findLine(({ requestId }) => requestId === last)

  const lines = errors()
    .split('\n')
    .filter((line) => line.includes(id))
  expect(lines.map((line) => JSON.parse(line).level)).toEqual(['info'])
})

test('answers requests while the reader of the log stalls, and writes the lines later', async () => {
  const probe = async (id: string) => (await fetch(`${server.url}/livez`, { headers: { 'x-request-id': id } })).status
  const ids = Array.from({ length: 1_000 }, () => randomUUID())

  child.stderr.pause()
  const statuses = new Set(await pLimit(20).map(ids, probe))
  child.stderr.resume()

  expect([...statuses]).toEqual([200])
  expect(await findLine(({ requestId }) => requestId === ids.at(-1))).toMatchObject({ status: 200 })
})

test('no secret of a request is ever in the log, whatever its outcome', async () => {
  const secret = `s3cr3t${randomUUID()}`
  const headers = {
    authorization: `Bearer ${secret}`,
    cookie: `session=${secret}`,
    'x-api-key': secret,
    'x-immich-user-token': secret,
  }
  const json = { 'content-type': 'application/json' }
  const redirect = { redirectUri: `https://example.org/?code=${secret}` }
  const requests: [path: string, init: RequestInit][] = [
    ['/api/album', { method: 'POST', headers: { ...headers, ...json }, body: '{}' }],
    [`/api/tag/${randomUUID()}/assets?key=${secret}`, { headers }],
    [`/nothing?key=${secret}`, { headers }],
    [`/livez?key=${secret}`, { headers }],
    ['/api/oauth/config', { method: 'POST', headers: { ...headers, ...json }, body: JSON.stringify(redirect) }],
    ['/api/oauth/config', { method: 'POST', headers: { ...headers, ...json }, body: `{"redirectUri":"${secret}` }],
    ['/api/album', { method: 'POST', headers: { 'x-api-key': user.apiKey, ...json }, body: `{"albumName":"${secret}` }],
    ['/api/album', { method: 'POST', headers: { 'x-api-key': user.apiKey, ...json }, body: `{"${secret}":1}` }],
    [
      '/api/album',
      { method: 'POST', headers: { 'x-api-key': user.apiKey, ...json }, body: `{"albumName":"${secret}"}` },
    ],
    ['/api/album', { method: 'DELETE', headers: { authorization: `Bearer ${user.apiKey}` } }],
  ]

  const statuses: number[] = []
  const sendAll = async () => {
    for (const [path, init] of requests) statuses.push((await fetch(`${server.url}${path}`, init)).status)
  }
  await sendAll()
  await hide('album')
  await sendAll()
  await hide('api_key')
  await sendAll()
  const last = randomUUID()
  await send(server, '/livez', { headers: { 'x-request-id': last } })
  await findLine(({ requestId }) => requestId === last)

  expect(new Set(statuses)).toEqual(new Set([200, 201, 400, 401, 404, 405, 500]))
  expect(errors()).toContain('/api/oauth/config')
  expect(errors()).not.toContain('s3cr3t')
  expect(errors()).not.toContain(user.apiKey)
})
