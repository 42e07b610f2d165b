import { expect, onTestFinished, test } from 'vitest'
import { createUser } from '../../support/database/factories.js'
import { send } from '../../support/http/client.js'
import { openListener } from '../../support/http/listener.js'
import { startTestServer } from '../../support/http/server.js'

const server = await startTestServer()
const { apiKey } = await createUser(server.database)

function postAlbum(body: unknown) {
  return send(server, '/api/album', { method: 'POST', apiKey, body })
}

test('a property that a caller may not set is refused by name, `__proto__` too (C4)', async () => {
  const answer = await postAlbum('{"albumName":"a","__proto__":{"isAdmin":true}}')

  expect(answer.status).toBe(400)
  expect(answer.body.errors).toMatchObject([{ pointer: '/__proto__', code: 'unknown_property' }])
  expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
})

test.each([
  `'); DROP TABLE "album"; --`,
  '$1',
  '\\x00',
  '%s%n',
  '{{7*7}}',
  '<script>alert(1)</script>',
  '\r\nX-Evil: 1',
])('text is stored and returned unchanged: %j', async (albumName) => {
  const answer = await postAlbum({ albumName })

  expect(answer).toMatchObject({ status: 201, body: { albumName } })
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
  expect(answer.headers.get('x-evil')).toBeNull()
})

test.each([
  '/api/docs/../../package.json',
  '/api/docs/..%2f..%2fpackage.json',
  '/api/docs/%2e%2e/%2e%2e/package.json',
  '/problems/..%2f..%2fpackage.json',
  '/..%5c..%5cpackage.json',
  '//etc/passwd',
  '/%2fetc%2fpasswd',
])('no path gives access to a file of the machine: %s', async (path) => {
  const response = await fetch(`${server.url}${path}`)

  expect([400, 401, 404]).toContain(response.status)
  expect(await response.text()).not.toMatch(/"dependencies"|root:/)
})

test('an address in a request is never fetched (O4)', async () => {
  const visits: (string | undefined)[] = []
  const trap = await openListener((request, response) => {
    visits.push(request.url)
    response.end()
  })
  onTestFinished(trap.close)
  const redirectUri = `${trap.url}/callback`

  const config = await send(server, '/api/oauth/config', { method: 'POST', body: { redirectUri } })
  await send(server, '/api/oauth/authorize', { method: 'POST', body: { redirectUri } })
  await send(server, '/api/oauth/callback', { method: 'POST', body: { url: `${redirectUri}?code=a&state=b` } })
  await postAlbum({ albumName: redirectUri, description: `<img src="${redirectUri}">` })

  expect(config.status).toBe(201)
  expect(visits).toEqual([])
})
