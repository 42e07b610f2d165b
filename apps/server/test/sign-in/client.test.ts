import { createClient } from '@media-library/client'
import { createFakeService } from '@media-library/client/testing'
import { createClient as createValidatedClient } from '@media-library/client/validated'
import { followTo } from '@media-library/test-support/openid-provider'
import { afterAll, describe, expect, test } from 'vitest'
import { createUser } from '../support/database/factories.js'
import { catchProblem } from '../support/http/as-program.js'
import { startTestServer } from '../support/http/server.js'
import { REDIRECT_URI, startTestProvider } from '../support/sign-in/openid-provider.js'
import { startSignInServer } from '../support/sign-in/sign-in.js'

const provider = await startTestProvider()
afterAll(() => provider.stop())
const server = await startSignInServer(provider)
const closed = await startTestServer()

/** What a client has before anybody has signed in. */
const nobody = { token: () => undefined }

async function real() {
  provider.person = { sub: 'ada', email: 'ada@example.org', email_verified: true, name: 'Ada' }
  await server.database.user.deleteMany()
  const ada = await createUser(server.database, { email: 'ada@example.org' })
  const options = { baseUrl: server.url }
  return {
    ada,
    options,
    closed: { baseUrl: closed.url },
    signIn: (url: string) => followTo(REDIRECT_URI, url),
    signInAsStranger: (url: string) => {
      provider.person = { sub: 'eve', email: 'eve@example.org', email_verified: true, name: 'Eve' }
      return followTo(REDIRECT_URI, url)
    },
  }
}

async function fake() {
  const service = createFakeService({ redirectUris: [REDIRECT_URI] })
  const { baseUrl, fetch } = service
  const off = createFakeService()
  const eve = service.addUser({ deletedAt: '2024-01-01T00:00:00.000Z' })
  return {
    ada: service.user,
    options: { baseUrl, fetch },
    closed: { baseUrl: off.baseUrl, fetch: off.fetch },
    signIn: async (url: string) => service.signIn(url),
    signInAsStranger: async (url: string) => service.signIn(url, eve),
  }
}

describe.each([
  ['real', real],
  ['fake', fake],
])('the %s service', (_name, start) => {
  test('signs a user in, answers their calls, and signs them out (X2, X3)', async () => {
    const { ada, options, signIn } = await start()
    let session: string | undefined
    const client = createValidatedClient({ ...options, token: () => session })

    const before = await catchProblem(client.getMyUserInfo())
    const { url } = await client.authorize({ redirectUri: REDIRECT_URI })
    const login = await client.finishSignIn({ url: await signIn(url) })
    session = login.accessToken
    const album = await client.createAlbum({ albumName: 'Summer' })
    const left = await client.logout()
    const after = await catchProblem(client.getMyUserInfo())

    expect(login).toMatchObject({ userId: ada.id, userEmail: ada.email, name: ada.name })
    expect(album).toMatchObject({ albumName: 'Summer', ownerId: ada.id })
    expect(left).toMatchObject({ successful: true })
    expect([before.code, after.code]).toEqual(['unauthenticated', 'unauthenticated'])
  })

  test('tells whether users can sign in, without a key (X3)', async () => {
    const { options, closed: off } = await start()

    expect(await createValidatedClient({ ...options, ...nobody }).features()).toMatchObject({
      oauth: true,
      passwordLogin: true,
    })
    expect(await createValidatedClient({ ...off, ...nobody }).features()).toMatchObject({
      oauth: false,
      passwordLogin: true,
    })
    expect(await createValidatedClient({ ...off, ...nobody }).pingServer()).toEqual({ res: 'pong' })
  })

  test('refuses a sign-in where there is no provider (O1, O2, X3)', async () => {
    const { options, closed: off } = await start()
    const client = createClient({ ...off, ...nobody })
    const redirectUri = REDIRECT_URI

    expect(await client.generateOAuthConfig({ redirectUri })).toEqual({ enabled: false, passwordLoginEnabled: true })
    expect(await createClient({ ...options, ...nobody }).generateOAuthConfig({ redirectUri })).toMatchObject({
      enabled: true,
    })
    expect(await catchProblem(client.authorize({ redirectUri }))).toMatchObject({ status: 400, code: 'sign_in_off' })
    expect(await catchProblem(client.finishSignIn({ url: `${redirectUri}?code=x` }))).toMatchObject({
      code: 'sign_in_off',
    })
  })

  test('takes an address once, and only from where a sign-in may come back (O3, O4)', async () => {
    const { options, signIn } = await start()
    const client = createClient({ ...options, ...nobody })
    const elsewhere = await catchProblem(client.authorize({ redirectUri: 'https://evil.example/auth/login' }))
    const { url } = await client.authorize({ redirectUri: REDIRECT_URI })
    const address = await signIn(url)

    await client.finishSignIn({ url: address })

    expect(elsewhere).toMatchObject({
      code: 'invalid_request',
      errors: [{ pointer: '/redirectUri', code: 'not_allowed' }],
    })
    expect(await catchProblem(client.finishSignIn({ url: address }))).toMatchObject({ code: 'sign_in_failed' })
    expect(await catchProblem(client.finishSignIn({ url: 'nonsense' }))).toMatchObject({ code: 'sign_in_failed' })
    expect(await catchProblem(client.finishSignIn({ url: REDIRECT_URI }))).toMatchObject({ code: 'sign_in_failed' })
  })

  test('refuses people without an account, and signs no key out', async () => {
    const { ada, options, signInAsStranger } = await start()
    const client = createClient({ ...options, ...nobody })
    const { url } = await client.authorize({ redirectUri: REDIRECT_URI })

    const stranger = await catchProblem(client.finishSignIn({ url: await signInAsStranger(url) }))
    const byKey = createClient({ ...options, apiKey: ada.apiKey })
    const left = await byKey.logout()

    expect(stranger).toMatchObject({ status: 403, code: 'sign_in_refused' })
    expect(left).toMatchObject({ successful: true })
    expect(await byKey.getMyUserInfo()).toMatchObject({ id: ada.id })
  })

  test('ends a session at once from another of its user, or all others (X11)', async () => {
    const { ada, options } = await start()
    const byKey = createClient({ ...options, apiKey: ada.apiKey })
    const signIn = async () => createClient({ ...options, token: (await byKey.signInWithKey()).accessToken })
    const [here, lost, other] = [await signIn(), await signIn(), await signIn()]
    const { id = '' } = (await lost.getAuthDevices()).find(({ current }) => current) ?? {}

    await here.logoutAuthDevice(id)
    const again = await catchProblem(here.logoutAuthDevice(id))
    const stillOther = await other.getMyUserInfo()
    await here.logoutAuthDevices()

    expect(again).toMatchObject({ code: 'not_found' })
    expect(stillOther.id).toBe(ada.id)
    for (const client of [lost, other]) {
      expect(await catchProblem(client.getMyUserInfo())).toMatchObject({ code: 'unauthenticated' })
    }
    expect(await here.getAuthDevices()).toMatchObject([{ current: true }])
  })
})
