import { api } from '@media-library/contract'
import { expect, test } from 'vitest'
import { createUser } from '../support/database/factories.js'
import { send } from '../support/http/client.js'
import { startTestServer } from '../support/http/server.js'

const server = await startTestServer()
const { apiKey } = await createUser(server.database)

const reads = Object.entries(api).filter(([, { method, path }]) => method === 'GET' && !path.includes('/:'))

test.each(reads)('the answer of %s is kept by nobody, or only to be checked each time (X8)', async (name, { path }) => {
  const query = name === 'getTimeBucket' ? '?size=MONTH&timeBucket=2024-01-01' : ''
  const abort = new AbortController()

  const { headers } = await fetch(`${server.url}${path}${query}`, {
    headers: { 'x-api-key': apiKey },
    signal: abort.signal,
  })
  abort.abort()

  const kept = headers.get('etag') === null ? /^no-store/ : /^private, no-cache$/
  expect(headers.get('cache-control')).toMatch(kept)
})

test('a problem is kept by nobody (X8)', async () => {
  const { status, headers } = await send(server, '/api/user/me')

  expect([status, headers.get('cache-control')]).toEqual([401, 'no-store'])
})
