import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { makeApiKey } from '../../../src/users/credential.js'
import { createAlbum, createLink, createUser } from '../../support/database/factories.js'
import { send } from '../../support/http/client.js'
import { startTestServer } from '../../support/http/server.js'

const TRUSTING = { TRUSTED_PROXIES: '127.0.0.0/8' }
const config = '/api/oauth/config'

function from(address: string) {
  return { 'x-forwarded-for': address }
}

const { databaseUrl: DATABASE_URL, ...server } = await startTestServer({ RATE_LIMIT: '3', ...TRUSTING })

describe('the limit of requests', () => {
  const jobs = async (apiKey: string, headers = {}) =>
    send(server, '/api/asset/jobs', {
      method: 'POST',
      apiKey,
      headers,
      body: { assetIds: [], name: 'refresh-metadata' },
    })
  const statuses = async (times: number, ask: (time: number) => Promise<{ status: number }>) => {
    const answers = []
    for (let time = 0; time < times; time += 1) answers.push((await ask(time)).status)
    return answers
  }

  test('is separate for each user, whichever key or session is used (X6)', async () => {
    const [ada, ben] = [await createUser(server.database), await createUser(server.database)]
    const { body: session } = await send(server, '/api/auth/key', { method: 'POST', apiKey: ada.apiKey })

    expect(await statuses(3, (time) => jobs(ada.apiKey, from(`203.0.113.${time}`)))).toEqual([204, 204, 429])
    expect(await statuses(1, () => jobs('', { authorization: `Bearer ${session.accessToken}` }))).toEqual([429])
    expect(await statuses(1, () => jobs(ben.apiKey))).toEqual([204])
  })

  test('is one for all links of a user from a network, and another one for the user and other networks (X6)', async () => {
    const { apiKey, id: userId } = await createUser(server.database)
    const { id: albumId } = await createAlbum(server.database, { id: userId })
    const keys = await Promise.all([0, 1, 2, 3].map(() => createLink(server.database, { userId, albumId })))
    const visit = (time: number, address = '198.51.100.7') =>
      send(server, `/api/shared-link/me?key=${keys[time]}`, { headers: from(address) })

    expect(await statuses(4, visit)).toEqual([200, 200, 200, 429])
    expect(await statuses(1, (time) => visit(time, '198.51.100.8'))).toEqual([200])
    expect(await statuses(1, () => jobs(apiKey))).toEqual([204])
  })

  test.each([
    ['an IPv4 address', ['192.0.2.1', '192.0.2.1', '192.0.2.1', '192.0.2.2', '192.0.2.1'], [415, 415, 415, 415, 429]],
    [
      'an IPv6 network of /56',
      ['2001:db8:0:1::1', '2001:db8:0:2::1', '2001:db8:0:ff::9', '2001:db8:0:100::1', '2001:db8::1'],
      [415, 415, 415, 415, 429],
    ],
  ])('is separate for each of %s without a key', async (_name, addresses, expected) => {
    const answers = await statuses(5, (time) =>
      send(server, config, { method: 'POST', headers: from(addresses[time] ?? '') }),
    )

    expect(answers).toEqual(expected)
  })

  test('is reported in every answer, and 429 says when to retry', async () => {
    const { apiKey } = await createUser(server.database)

    const first = await jobs(apiKey)
    await statuses(2, () => jobs(apiKey))
    const last = await jobs(apiKey)

    expect(first.headers.get('ratelimit-policy')).toBe('"requests"; q=3; w=60')
    expect(first.headers.get('ratelimit')).toMatch(/^"requests"; r=2; t=\d+$/)
    expect(last).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(Number(last.headers.get('retry-after'))).toBeLessThanOrEqual(60)
  })

  test('lasts no longer when the clock is set back', async () => {
    const { apiKey } = await createUser(server.database)
    const failed = await statuses(4, () => jobs(apiKey))
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 86_400_000 })
    onTestFinished(() => void vi.useRealTimers())

    const { status, headers } = await jobs(apiKey)

    expect(failed.at(-1)).toBe(429)
    expect([status, headers.get('ratelimit')]).toEqual([204, '"requests"; r=2; t=60'])
  })

  test('is checked after the key and before path and method (C10)', async () => {
    const { apiKey } = await createUser(server.database)
    await statuses(3, () => jobs(apiKey))

    expect(await send(server, '/api/nothing', { apiKey })).toMatchObject({ status: 429 })
    expect(await send(server, '/api/nothing')).toMatchObject({ status: 401 })
  })
})

describe('the limit of failed authentications', async () => {
  const server = await startTestServer({ DATABASE_URL, RATE_LIMIT_FAILURES: '2', ...TRUSTING })
  const { database } = server
  const ask = async (apiKey: string, address: string) =>
    (await send(server, '/api/nothing', { apiKey, headers: from(address) })).status

  test('refuses further keys from an address, and says when to retry', async () => {
    const address = '198.51.100.1'
    const guesses = [makeApiKey().key, 'nonsense']

    expect([await ask(guesses[0] ?? '', address), await ask(guesses[1] ?? '', address)]).toEqual([401, 401])
    for (const apiKey of [makeApiKey().key, 'nonsense']) {
      const refused = await send(server, '/api/nothing', { apiKey, headers: from(address) })
      expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    }
    expect(await ask('nonsense', '198.51.100.2')).toBe(401)
  })

  test('does not lock out others behind the same address, whether or not their key was used before', async () => {
    const address = '198.51.100.3'
    const { apiKey } = await createUser(database)
    for (let guess = 0; guess < 4; guess += 1) await ask('nonsense', address)
    for (let guess = 0; guess < 4; guess += 1) await ask(makeApiKey().key, address)

    expect(await ask(apiKey, address)).toBe(404)
  })

  test('no longer looks up a key that has failed as often', async () => {
    const address = '198.51.100.5'
    const { id: userId, apiKey } = await createUser(database)
    const expire = (expiresAt: Date | null) => database.apiKey.updateMany({ where: { userId }, data: { expiresAt } })
    await expire(new Date(0))
    for (let guess = 0; guess < 2; guess += 1) await ask(apiKey, address)
    await expire(null)

    expect([await ask(apiKey, address), await ask(apiKey, '198.51.100.6')]).toEqual([429, 404])
  })

  test('does not affect operations that need no key', async () => {
    const address = '198.51.100.4'
    for (let guess = 0; guess < 4; guess += 1) await ask('nonsense', address)

    const answer = await send(server, config, { method: 'POST', body: { redirectUri: 'x' }, headers: from(address) })

    expect(answer.status).not.toBe(429)
  })
})

test.each([
  ['that an untrusted peer claims is ignored', '10.0.0.0/8', ['203.0.113.1', '203.0.113.2']],
  [
    'is the last one that is not a trusted proxy',
    '127.0.0.1, ::1, 10.0.0.0/8',
    ['6.6.6.6, 203.0.113.1, 10.1.2.3', '7.7.7.7, 203.0.113.1, 10.9.9.9'],
  ],
  ['that is invalid counts as that of the peer', '127.0.0.0/8', ['unknown', 'nobody:80']],
])('an address %s', async (_name, proxies, addresses) => {
  const server = await startTestServer({ DATABASE_URL, RATE_LIMIT: '1', TRUSTED_PROXIES: proxies })

  const statuses: number[] = []
  for (const address of addresses) statuses.push((await send(server, '/nothing', { headers: from(address) })).status)

  expect(statuses).toEqual([404, 429])
})

test('0 switches off the limits and their headers', async () => {
  const server = await startTestServer({ DATABASE_URL, RATE_LIMIT: '0', RATE_LIMIT_FAILURES: '0' })

  const answer = await send(server, '/api/nothing')

  expect(answer.status).toBe(401)
  expect(answer.headers.get('ratelimit')).toBeNull()
})
