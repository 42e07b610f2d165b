import { randomUUID } from 'node:crypto'
import { problems } from '@media-library/contract'
import { describe, expect, test } from 'vitest'
import { createUser } from '../../support/database/factories.js'
import { send } from '../../support/http/client.js'
import { startTestServer } from '../../support/http/server.js'

const server = await startTestServer()
const { apiKey } = await createUser(server.database)

describe('problems', () => {
  test.each(Object.keys(problems))('the type of %s is a page of the server (C11)', async (code) => {
    const response = await fetch(`${server.url}/problems/${code}`)

    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toContain('text/html')
    expect(await response.text()).toContain(code)
  })

  test('returns JSON unless Accept excludes it (C18)', async () => {
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

const users = `/api/album/${randomUUID()}/users`
const text = { body: '{', headers: { 'content-type': 'text/plain' } }

test.each([
  ['the key', 401, '/api/nothing', { ...text, method: 'POST' }],
  ['the path', 404, '/api/nothing', { apiKey, ...text, method: 'POST' }],
  ['the method', 405, users, { apiKey, ...text, method: 'PATCH' }],
  ['the content type', 415, users, { apiKey, ...text, method: 'PUT' }],
  ['the shape', 400, users, { apiKey, body: { sharedUserIds: 'all' }, method: 'PUT' }],
  ["the operation's rule", 404, users, { apiKey, body: { sharedUserIds: [] }, method: 'PUT' }],
])('%s is checked before what follows: %d (C10)', async (_name, status, path, request) => {
  expect((await send(server, path, request)).status).toBe(status)
})
