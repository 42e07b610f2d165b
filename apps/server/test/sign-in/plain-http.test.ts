import { expect, test } from 'vitest'
import { makeSignInLink } from '../../src/sign-in/sign-in-with-code.js'
import { createUser } from '../support/database/factories.js'
import { send } from '../support/http/client.js'
import { exchange, type RawAnswer } from '../support/http/raw-http.js'
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

async function makeLink(): Promise<string> {
  const { hash } = new URL(await makeSignInLink(server.database, { url: server.url, userId: ada.id }))
  return hash.slice(1)
}

/** Opens a link in the page of an address, as the browser sees it. */
async function openLink(code: string, origin: string): Promise<RawAnswer | undefined> {
  const body = JSON.stringify({ code })
  const headers = { host: new URL(origin).host, origin, 'content-type': 'application/json', connection: 'close' }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const head = `POST /api/auth/code HTTP/1.1\r\n${lines.join('')}content-length: ${body.length}\r\n\r\n`
  const { answers } = await exchange(server, head + body)
  return answers[0]
}

test('a link that signs in is not used up where the browser drops the session, over plain HTTP (X13)', async () => {
  const code = await makeLink()

  const refused = await openLink(code, 'http://other.lan')

  expect(refused).toMatchObject({ status: 400, body: expect.stringContaining('"sign_in_off"') })
  // A proxy with TLS may not say that it is one.
  expect(await openLink(code, 'https://other.lan')).toMatchObject({ status: 201 })
})

test.each(['http://nas.lan', 'http://localhost:2283', 'http://127.0.0.1:2283', 'http://[::1]:2283'])(
  'a link signs in at %s, where browsers keep the session (X13)',
  async (origin) => {
    expect(await openLink(await makeLink(), origin)).toMatchObject({ status: 201 })
  },
)
