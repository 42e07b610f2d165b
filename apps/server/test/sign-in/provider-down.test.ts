import { afterAll, afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { send } from '../support/http/client.js'
import { openListener } from '../support/http/listener.js'
import { startTestServer, type TestServer } from '../support/http/server.js'
import { REDIRECT_URI, startTestProvider, type TestProvider } from '../support/sign-in/openid-provider.js'
import { arrive, authorize, finishSignIn, signIn, signInBy } from '../support/sign-in/sign-in.js'
import { until } from '../support/until.js'

const running: { stop(): Promise<void> }[] = []
afterAll(() => Promise.all(running.map((provider) => provider.stop())))
afterEach(() => void vi.useRealTimers())

/** All services of the tests have its database. */
const { database, databaseUrl: DATABASE_URL } = await startTestServer()
beforeEach(async () => {
  await database.user.deleteMany()
})

async function start(options?: Parameters<typeof startTestProvider>[0]) {
  const provider = await startTestProvider(options)
  running.push(provider)
  return provider
}

function serve(provider: Pick<TestProvider, 'issuer'>) {
  return startTestServer(signInBy(provider, { DATABASE_URL, OAUTH_AUTO_REGISTER: 'true' }))
}

/** Makes a provider answer nothing until it is told to. */
function silence(provider: TestProvider) {
  let answer = () => {}
  provider.answersAfter = new Promise<void>((resolve) => {
    answer = resolve
  })
  onTestFinished(() => answer())
  return { answer }
}

function config(server: TestServer) {
  return send(server, '/api/oauth/config', { method: 'POST', body: { redirectUri: REDIRECT_URI } })
}

/** The answers, and how long the last of them took in milliseconds. */
async function timed<Answer>(answers: Promise<Answer>[]) {
  const begun = performance.now()
  return { answers: await Promise.all(answers), took: performance.now() - begun }
}

function isDiscovered(server: TestServer) {
  return until(async () => (await config(server)).body.url !== undefined)
}

const down = { status: 503, body: { code: 'unavailable' } }

const withoutUrl = {
  status: 201,
  body: { enabled: true, passwordLoginEnabled: true, buttonText: 'Sign in', autoLaunch: false },
}

function expectNoUrl({ status, body }: { status: number; body: object }) {
  expect({ status, body }).toEqual(withoutUrl)
}

describe('a provider (O5)', () => {
  test('that is down does not break the login page, and is used again when it is back', async () => {
    const provider = await start()
    const server = await serve(provider)
    await provider.stop()
    vi.useFakeTimers({ toFake: ['performance'] })

    const answers = await Promise.all([config(server), config(server)])
    const refused = await authorize(server)
    running.push(await startTestProvider({ port: provider.port }))
    // After a failure, the provider is not asked again for five seconds.
    vi.advanceTimersByTime(5_000)
    await isDiscovered(server)

    answers.forEach(expectNoUrl)
    expect(refused).toMatchObject(down)
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/)
    expect(await signIn(server)).toMatchObject({ status: 201 })
  })

  test('that is silent is waited for by the first callers alone, and is discovered once it answers', async () => {
    const provider = await start()
    const server = await serve(provider)
    const { answer } = silence(provider)

    const first = await timed([config(server), config(server)])
    const others = [await timed([config(server)]), await timed([config(server)]), await timed([config(server)])]
    const refused = await authorize(server)
    const features = await send(server, '/api/server-info/features')
    answer()
    await isDiscovered(server)

    for (const { answers } of [first, ...others]) answers.forEach(expectNoUrl)
    expect(Math.min(...others.map(({ took }) => took))).toBeLessThan(first.took)
    expect(refused).toMatchObject(down)
    expect(features).toMatchObject({ status: 200, body: { oauth: true, oauthAutoLaunch: false, passwordLogin: true } })
    expect(await signIn(server)).toMatchObject({ status: 201 })
  })

  test('that is silent is asked once for all waiting callers', async () => {
    let asked = 0
    const provider = await openListener(() => {
      asked += 1
    })
    onTestFinished(provider.close)
    const server = await serve({ issuer: provider.url })

    await Promise.all(Array.from({ length: 20 }, () => config(server)))

    expect(asked).toBe(1)
  })

  test('that is down between begin and end signs nobody in', async () => {
    const provider = await start()
    const server = await serve(provider)
    const address = await arrive(server)
    await provider.stop()

    const answer = await finishSignIn(server, address)
    const fresh = await serve(provider)

    expect(answer).toMatchObject(down)
    expect(await server.database.session.count()).toBe(0)
    expect(await finishSignIn(fresh, address)).toMatchObject(down)
  })

  test('that is no OpenID provider counts as one that is down', async () => {
    const page = await openListener((_request, response) => response.end('<h1>Hello</h1>'))
    onTestFinished(page.close)
    const server = await serve({ issuer: page.url })

    expectNoUrl(await config(server))
    expect(await authorize(server)).toMatchObject(down)
  })

  test('whose document is not sound counts as one that is down, until it is', async () => {
    let wrong: Record<string, string | undefined> = {}
    const page = await openListener((request, response) => {
      const issuer = `http://${request.headers.host}`
      const endpoints = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'].map((each) => [
        each,
        `${issuer}/${each}`,
      ])
      const document = { issuer, ...Object.fromEntries(endpoints), ...wrong }
      response.setHeader('content-type', 'application/json').end(JSON.stringify(document))
    })
    onTestFinished(page.close)
    const server = await serve({ issuer: page.url })
    vi.useFakeTimers({ toFake: ['performance'] })

    for (wrong of [
      { authorization_endpoint: undefined },
      { token_endpoint: undefined },
      { jwks_uri: undefined },
      { authorization_endpoint: 'javascript:alert(1)' },
      { authorization_endpoint: 'data:text/html,hello' },
    ]) {
      expectNoUrl(await config(server))
      expect(await authorize(server)).toMatchObject(down)
      vi.advanceTimersByTime(5_000)
    }
    wrong = {}
    await isDiscovered(server)
  })
})

test('a provider that is down by what a caller says alone is not discovered again (O5)', async () => {
  const provider = await start()
  const server = await serve(provider)
  let discoveries = 0
  provider.misbehave = ({ url }) => {
    if (url?.includes('/.well-known/')) discoveries += 1
    return false
  }
  const { body } = await authorize(server)
  const { state = '' } = Object.fromEntries(new URL(body.url).searchParams)
  const query = new URLSearchParams({ error: 'server_error', state, iss: provider.issuer })

  const answer = await finishSignIn(server, `${REDIRECT_URI}?${query}`)
  await authorize(server)

  expect(answer).toMatchObject(down)
  expect(discoveries).toBe(1)
})

test.each([404, 405, 410])(
  'a provider whose endpoint for codes answers %i is discovered again (O5)',
  async (status) => {
    const provider = await start()
    const server = await serve(provider)
    await isDiscovered(server)
    const address = await arrive(server)
    let discoveries = 0
    provider.misbehave = ({ url }, response) => {
      if (url?.startsWith('/.well-known')) discoveries += 1
      if (url !== '/token' || discoveries > 0) return false
      response.writeHead(status, { 'content-type': 'application/json' }).end('{"error":"not_found"}')
      return true
    }

    const moved = await finishSignIn(server, address)
    const found = await signIn(server)

    expect([moved, found.status, discoveries]).toMatchObject([down, 201, 1])
  },
)

test('a provider that has rotated its keys is trusted at once', async () => {
  const provider = await start()
  const server = await serve(provider)
  const before = await signIn(server)
  await provider.stop()
  await start({ port: provider.port, hasOwnKey: true })

  const after = await signIn(server)

  expect([before.status, after.status]).toEqual([201, 201])
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
