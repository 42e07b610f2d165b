import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { installed, proxies, startProxy, type TestedProxy } from './proxy.js'
import { readerIn, runCommands, startService } from './service.js'

const FAILURES = 3

let home = ''
let url = ''
let key = ''
let stop = async () => {}
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'docs-proxies-'))
  const env = readerIn(home)
  const service = await startService({
    ...env,
    TRUSTED_PROXIES: '127.0.0.1',
    // In this test, the cookie shows whether the service knows of TLS.
    ALLOW_HTTP: 'localhost',
    RATE_LIMIT_FAILURES: String(FAILURES),
    UPLOAD_RESERVE: '0',
  })
  ;({ url, stop } = service)
  const media = 'npx --yes pnpm@10 media-library'
  const user = `${media} user add you@example.org >&2`
  key = (await runCommands(`${user}\n${media} key create --user you@example.org --quiet`, env)).trim()
  const names = ['-keyout', join(home, 'key.pem'), '-out', join(home, 'cert.pem'), '-subj', '/CN=localhost']
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...names], {
    stdio: 'ignore',
  })
})

afterAll(async () => {
  await stop()
  await rm(home, { recursive: true, force: true, maxRetries: 5 })
})

for (const proxy of proxies.filter((proxy) => !installed(proxy)))
  process.stderr.write(`${proxy.name} is not tested: it is not installed.\n`)

for (const proxy of proxies)
  describe.skipIf(!installed(proxy))(`behind ${proxy.name}, as docs/operate/proxies.md says,`, () => {
    test('a browser signs in, and its page may change something', async () => {
      const call = await openProxy(proxy)

      const page = await call({ path: '/' })
      const origin = { origin: call.origin }
      const signedIn = await call({ path: '/api/auth/key', method: 'POST', headers: { ...withKey(), ...origin } })
      const [cookie = ''] = signedIn.headers['set-cookie'] ?? []
      const headers = { ...origin, ...json, cookie: cookie.split(';')[0] ?? '' }
      const album = await call({
        path: '/api/album',
        method: 'POST',
        headers,
        content: '{"albumName":"From the page"}',
      })

      expect([page.status, page.body.toString()]).toEqual([
        200,
        expect.stringContaining('<title>Media library</title>'),
      ])
      expect([signedIn.status, cookie]).toEqual([201, expect.stringMatching(/^__Host-.*; Secure/)])
      expect(album.status).toBe(201)
    })

    test('an event arrives when it happens', async () => {
      const call = await openProxy(proxy)
      const headers = { ...withKey(), 'accept-encoding': 'gzip' }
      const { body } = await call.stream({ path: '/api/events', headers })
      let received = ''
      body.on('data', (chunk: Buffer) => {
        received += chunk
      })
      await expect.poll(() => received, { timeout: 60_000 }).toContain('id: ')

      await call({
        path: '/api/album',
        method: 'POST',
        headers: { ...withKey(), ...json },
        content: '{"albumName":"New"}',
      })

      await expect.poll(() => received, { timeout: 60_000 }).toContain('event: album.created')
    })

    test('a file of 9 MB is stored', async () => {
      const call = await openProxy(proxy)
      const form = new FormData()
      form.set('assetData', new File([JPEG, new Uint8Array(9_000_000)], `${proxy.name}.jpg`))
      for (const name of ['fileCreatedAt', 'fileModifiedAt']) form.set(name, '2024-01-01T00:00:00Z')
      for (const name of ['deviceAssetId', 'deviceId']) form.set(name, proxy.name)
      const sent = new Response(form)
      const headers = { ...withKey(), 'content-type': sent.headers.get('content-type') ?? '' }

      const { status } = await call({
        path: '/api/asset/upload',
        method: 'POST',
        headers,
        content: Buffer.from(await sent.arrayBuffer()),
      })

      expect([200, 201]).toContain(status)
    })

    test('a list is compressed, and is not sent again when it has not changed', async () => {
      const call = await openProxy(proxy)
      const headers = { ...withKey(), 'accept-encoding': 'gzip' }

      const description = await call({ path: '/api/openapi.json', headers })
      const list = await call({ path: '/api/asset', headers })
      const again = await call({
        path: '/api/asset',
        headers: { ...headers, 'if-none-match': list.headers['etag'] ?? '' },
      })

      expect([description.status, description.headers['content-encoding']]).toEqual([200, 'gzip'])
      expect([list.status, again.status]).toEqual([200, 304])
    })

    test('each client has limits of its own, whatever address it claims', async () => {
      const call = await openProxy(proxy)
      const guess = (localAddress: string, claimed: string) =>
        call({ path: '/api/user/me', localAddress, headers: { 'x-api-key': 'guessed', 'x-forwarded-for': claimed } })
      const [guesser, other] = proxy.clients

      const statuses = []
      for (let count = 0; count <= FAILURES; count += 1) {
        statuses.push((await guess(guesser, `10.0.0.${count}`)).status)
      }

      expect(statuses).toEqual([...Array(FAILURES).fill(401), 429])
      expect((await guess(other, '10.0.0.1')).status).toBe(401)
    })
  })

const JPEG = Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex')
const json = { 'content-type': 'application/json' }
const withKey = () => ({ 'x-api-key': key })

interface Call {
  path: string
  method?: string
  headers?: Record<string, string>
  content?: string | Buffer
  /** The address from which the client calls. */
  localAddress?: string
}

/** Starts a proxy for the duration of a test, and returns a function that calls it. */
async function openProxy(proxy: TestedProxy) {
  const { port, stop: stopProxy } = await startProxy(proxy, { folder: home, service: new URL(url).host })
  onTestFinished(stopProxy)
  const stream = async ({ content, ...call }: Call) => {
    const options = { host: 'localhost', family: 4, port, rejectUnauthorized: false, agent: false, ...call }
    const body = await new Promise<IncomingMessage>((resolve, reject) => {
      const sent = request(options, resolve).on('error', reject).end(content)
      onTestFinished(() => void sent.destroy())
    })
    return { status: body.statusCode, headers: body.headers, body }
  }
  const call = async (asked: Call) => {
    const { status, headers, body } = await stream(asked)
    return { status, headers, body: await buffer(body) }
  }
  return Object.assign(call, { stream, origin: `https://localhost:${port}` })
}
