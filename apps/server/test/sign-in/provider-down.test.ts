import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, test } from 'vitest'
import { send } from '../support/http/client.js'
import { startTestServer, type TestServer } from '../support/http/server.js'
import { REDIRECT_URI, startTestProvider, type TestProvider } from '../support/sign-in/openid-provider.js'
import { arrive, authorize, callback, signIn, signInBy } from '../support/sign-in/sign-in.js'
import { TIME_LIMIT_MS } from '../support/until.js'

const running: { stop(): Promise<void> }[] = []
afterAll(() => Promise.all(running.map((provider) => provider.stop())))

async function start(options?: Parameters<typeof startTestProvider>[0]) {
  const provider = await startTestProvider(options)
  running.push(provider)
  return provider
}

function serve(provider: TestProvider) {
  return startTestServer(signInBy(provider, { OAUTH_AUTO_REGISTER: 'true' }))
}

function config(server: TestServer) {
  return send(server, '/api/oauth/config', { method: 'POST', body: { redirectUri: REDIRECT_URI } })
}

/** The answers, and how long the last of them took in milliseconds. */
async function timed<Answer>(answers: Promise<Answer>[]) {
  const begin = performance.now()
  return { answers: await Promise.all(answers), took: performance.now() - begin }
}

/** Longer than any machine is busy for, and shorter than the ten seconds after which a discovery fails. */
const SLOW_MS = 8_000

const down = { status: 503, body: { code: 'unavailable' } }

function expectNoUrl({ status, body }: { status: number; body: object }) {
  expect(status).toBe(201)
  expect(body).toEqual({ enabled: true, passwordLoginEnabled: false, buttonText: 'Sign in', autoLaunch: false })
}

describe('O5 a provider', () => {
  test('that is down does not break the login page, and is used again when it is back', async () => {
    const provider = await start()
    const server = await serve(provider)
    await provider.stop()

    const { answers, took } = await timed([config(server), config(server)])
    const refused = await authorize(server)
    running.push(await startTestProvider({ port: provider.port }))
    await expect
      .poll(async () => (await config(server)).body.url, { timeout: TIME_LIMIT_MS, interval: 250 })
      .toBeDefined()

    answers.forEach(expectNoUrl)
    expect(took).toBeLessThan(30_000)
    expect(refused).toMatchObject(down)
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/)
    expect(await signIn(server)).toMatchObject({ status: 201 })
  })

  test('that is slow delays only the first caller, and less than the provider does, and is discovered in the end', async () => {
    const provider = await start()
    const server = await serve(provider)
    provider.delay = SLOW_MS

    const first = await timed([config(server), config(server)])
    const others = [await timed([config(server)]), await timed([config(server)]), await timed([config(server)])]
    const refused = await authorize(server)
    await expect
      .poll(async () => (await config(server)).body.url, { timeout: TIME_LIMIT_MS, interval: 250 })
      .toBeDefined()
    provider.delay = 0

    for (const { answers } of [first, ...others]) answers.forEach(expectNoUrl)
    expect(first.took).toBeLessThan(SLOW_MS)
    expect(Math.min(...others.map(({ took }) => took))).toBeLessThan(first.took)
    expect(refused).toMatchObject(down)
    expect(await signIn(server)).toMatchObject({ status: 201 })
  })

  test('that is slow is discovered once for all waiting callers', async () => {
    let asked = 0
    const slow = createServer(() => {
      asked += 1
    })
    await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve))
    const issuer = `http://127.0.0.1:${(slow.address() as AddressInfo).port}`
    const server = await startTestServer(signInBy({ issuer } as TestProvider))

    await Promise.all(Array.from({ length: 20 }, () => config(server)))

    expect(asked).toBe(1)
    slow.closeAllConnections()
    slow.close()
  })

  test('that is down between begin and end signs nobody in', async () => {
    const provider = await start()
    const server = await serve(provider)
    const address = await arrive(server)
    await provider.stop()

    const answer = await callback(server, address)
    const fresh = await serve(provider)

    expect(answer).toMatchObject(down)
    expect(await server.database.session.count()).toBe(0)
    expect(await callback(fresh, address)).toMatchObject(down)
  })

  test('that is no OpenID provider counts as one that is down', async () => {
    const page = createServer((_request, response) => response.end('<h1>Hello</h1>'))
    await new Promise<void>((resolve) => page.listen(0, '127.0.0.1', resolve))
    const issuer = `http://127.0.0.1:${(page.address() as AddressInfo).port}`
    const server = await startTestServer(signInBy({ issuer } as TestProvider))

    expectNoUrl(await config(server))
    expect(await authorize(server)).toMatchObject(down)
    page.close()
  })
})

test('a provider that has rotated its keys is trusted at once', async () => {
  const provider = await start()
  const server = await serve(provider)
  const before = await signIn(server)
  await provider.stop()
  await start({ port: provider.port })

  const after = await signIn(server)

  expect([before.status, after.status]).toEqual([201, 201])
})

test('a provider that signs with keys that it does not publish signs nobody in', async () => {
  const provider = await start()
  const server = await serve(provider)
  provider.liesAboutKeys = true

  const answer = await signIn(server)

  expect(answer).toMatchObject({ status: 400, body: { code: 'sign_in_failed' } })
  expect(await server.database.user.count()).toBe(0)
})

test('a provider that names another issuer than before signs nobody in', async () => {
  const provider = await start()
  const server = await serve(provider)
  await authorize(server)
  await provider.stop()
  await start({ port: provider.port, host: 'localhost' })

  const answer = await signIn(server)

  expect(answer).toMatchObject({ status: 400, body: { code: 'sign_in_failed' } })
  expect(await server.database.user.count()).toBe(0)
})

test('features are answered without asking the provider', async () => {
  const provider = await start()
  const server = await serve(provider)
  provider.delay = 2 * SLOW_MS

  const { answers, took } = await timed([send(server, '/api/server-info/features')])

  expect(answers).toMatchObject([{ status: 200, body: { oauth: true, oauthAutoLaunch: false, passwordLogin: false } }])
  expect(took).toBeLessThan(2 * SLOW_MS)
})
