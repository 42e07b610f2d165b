import { expect, test } from 'vitest'
import { createUser } from '../support/database/factories.js'
import { send } from '../support/http/client.js'
import { startTestServer } from '../support/http/server.js'

const server = await startTestServer({ ALLOW_HTTP: 'nas.lan, 192.168.1.20', TRUSTED_PROXIES: '127.0.0.1' })
const ada = await createUser(server.database)

type Headers = Record<string, string>

/** What a browser sends to a host, as a proxy in front passes it on. */
function at(host: string, protocol = 'http'): Headers {
  return { 'x-forwarded-host': host, 'x-forwarded-proto': protocol, origin: server.url }
}

async function signIn(headers: Headers): Promise<string> {
  const answer = await send(server, '/api/auth/key', { method: 'POST', apiKey: ada.apiKey, headers })
  expect(answer.status).toBe(201)
  return answer.headers.getSetCookie().join()
}

test('a session over plain HTTP is a cookie that browsers keep, where ALLOW_HTTP names the host (X13)', async () => {
  const set = await signIn(at('NAS.lan:2283'))
  const session = { ...at('nas.lan:2283'), cookie: set.split(';')[0] ?? '' }

  const made = await send(server, '/api/album', { method: 'POST', body: { albumName: 'Summer' }, headers: session })
  const elsewhere = { ...session, origin: 'http://evil.lan' }
  const forged = await send(server, '/api/album', { method: 'POST', body: { albumName: '' }, headers: elsewhere })
  const left = await send(server, '/api/auth/logout', { method: 'POST', headers: session })

  expect(set).toMatch(/^media-library-session=mls_[^;]+; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/)
  expect([made.status, forged.status, left.status]).toEqual([201, 403, 200])
  expect(left.headers.getSetCookie().join()).toMatch(/^media-library-session=;/)
})

test.each([
  ['over https', at('nas.lan', 'https')],
  ['at a host that it does not name', at('other.lan')],
])('the cookie stays `__Host-` and `Secure` %s, and the other one is not read (X13)', async (_where, headers) => {
  const plain = (await signIn(at('nas.lan'))).split(';')[0] ?? ''

  const asked = await send(server, '/api/user/me', { headers: { ...headers, cookie: plain } })

  expect(await signIn(headers)).toMatch(/^__Host-media-library-session=mls_.*; Secure; SameSite=Lax$/)
  expect(asked.status).toBe(401)
})
