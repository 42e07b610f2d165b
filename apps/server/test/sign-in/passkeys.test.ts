import { sign } from 'node:crypto'
import type { PasskeyOptions, PasskeySignInOptions } from '@media-library/contract'
import { describe, expect, test, vi } from 'vitest'
import { createKey, createUser, type TestUser } from '../support/database/factories.js'
import { send } from '../support/http/client.js'
import { startTestServer, type TestServer } from '../support/http/server.js'
import { makeCertificate } from '../support/sign-in/certificate.js'
import { type Attest, openDevice, type Signing } from '../support/sign-in/device.js'
import { fromOwnPage, toBearer } from '../support/sign-in/sign-in.js'

const server = await startTestServer()
const { database } = server
/** Another server of the same database, which takes no passwords, and limits failures. */
const other = await startTestServer({
  DATABASE_URL: server.databaseUrl,
  PASSWORD_SIGN_IN: 'false',
  RATE_LIMIT_FAILURES: '300',
  TRUSTED_PROXIES: '127.0.0.1',
})
const ORIGIN = 'https://photos.example.org'
const refused = { status: 400, body: { code: 'passkey_refused' } }

/** What a browser says of a request that a page at an address makes. */
const from = (origin: string) => ({ ...fromOwnPage, origin })

function post(path: string, headers: Record<string, string>, body?: object, at: { url: string } = server) {
  return send(at, `/api/auth/passkey${path}`, { method: 'POST', headers, ...(body && { body }) })
}

/** The session of a user, or of a key of theirs, in a page of the service. */
async function openPage({ apiKey }: Pick<TestUser, 'apiKey'>, origin = ORIGIN) {
  const { body } = await send(server, '/api/auth/key', { method: 'POST', apiKey })
  return { ...from(origin), ...toBearer(body.accessToken) }
}

async function beginAdding(page: Record<string, string>): Promise<PasskeyOptions> {
  const { status, body } = await post('/options', page)
  expect(status).toBe(201)
  return body
}

/** A user with a passkey on a device. */
async function addPasskey(user: TestUser, { origin = ORIGIN, signing = {} as Signing } = {}) {
  const page = await openPage(user, origin)
  const device = openDevice(origin)
  const credential = device.create(await beginAdding(page), signing)
  const { status, body } = await post('', page, { name: 'Phone', credential })
  expect(status).toBe(201)
  return { page, device, passkey: body as { id: string } }
}

/** A browser without a session, which keeps its cookie of the sign-in. */
async function beginSignIn(origin = ORIGIN, at: TestServer = server, headers = {}) {
  const {
    status,
    body,
    headers: answered,
  } = await post('/sign-in/options', { ...from(origin), ...headers }, undefined, at)
  expect(status).toBe(201)
  const cookie = answered
    .getSetCookie()
    .map((text) => text.split(';')[0])
    .join('; ')
  return { options: body as PasskeySignInOptions, browser: { ...from(origin), ...headers, cookie } }
}

const countSessions = ({ id: userId }: TestUser) => database.session.count({ where: { userId } })

describe('a passkey', () => {
  test('signs its user in, who types nothing, and is listed, renamed and removed (PK1, PK5)', async () => {
    const ada = await createUser(database)
    await addPasskey(await createUser(database))
    const { page, device, passkey } = await addPasskey(ada)

    const { options, browser } = await beginSignIn()
    const { status, body, headers } = await post('/sign-in', browser, { credential: device.get(options) })
    const session = toBearer(body.accessToken)
    const { body: listed } = await send(server, '/api/auth/passkey', { headers: session })
    const path = `/api/auth/passkey/${passkey.id}`
    const renamed = await send(server, path, { method: 'PUT', headers: session, body: { name: 'Old phone' } })
    const removed = await send(server, path, { method: 'DELETE', headers: session })

    expect([status, body.userId]).toEqual([201, ada.id])
    expect(headers.getSetCookie()[0]).toMatch(/^__Host-media-library-session=mls_/)
    expect(await send(server, '/api/user/me', { headers: session })).toMatchObject({ body: { id: ada.id } })
    expect(listed).toMatchObject([{ id: passkey.id, name: 'Phone', origin: ORIGIN, usedAt: expect.any(String) }])
    expect([renamed.body.name, removed.status]).toEqual(['Old phone', 204])
    const again = await beginSignIn()
    expect(await post('/sign-in', again.browser, { credential: device.get(again.options) })).toMatchObject(refused)
    expect((await send(server, '/api/auth/passkey', { headers: page })).body).toEqual([])
  })

  test('is found by each server, and works where passwords are off (PK2, PK7)', async () => {
    const ada = await createUser(database)
    const { device } = await addPasskey(ada)

    const { options, browser } = await beginSignIn()
    const answer = await post('/sign-in', browser, { credential: device.get(options) }, other)

    expect(answer).toMatchObject({ status: 201, body: { userId: ada.id } })
  })

  test('is added by a session that may do everything, and by no key (PK3)', async () => {
    const ada = await createUser(database)
    const limited = await openPage({ apiKey: await createKey(database, ada.id, { scopes: ['user.update'] }) })
    const body = { credential: openDevice(ORIGIN).create(await beginAdding(await openPage(ada))) }

    for (const headers of [limited, { ...from(ORIGIN), 'x-api-key': ada.apiKey }]) {
      expect(await post('/options', headers)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
      expect(await post('', headers, body)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    }
  })

  test('is one of ten at most (PK5)', async () => {
    const ada = await createUser(database)
    const page = await openPage(ada)
    const options = await beginAdding(page)
    const add = async () => post('', page, { credential: openDevice(ORIGIN).create(await beginAdding(page)) })

    for (let count = 0; count < 10; count++) expect((await add()).status).toBe(201)
    const eleventh = await post('', page, { credential: openDevice(ORIGIN).create(options) })

    const full = { status: 409, body: { code: 'limit_reached' } }
    expect(eleventh).toMatchObject(full)
    expect(await post('/options', page)).toMatchObject(full)
    expect(await database.passkey.count({ where: { userId: ada.id } })).toBe(10)
  })

  test.each([
    ['https and a name', 'https://photos.example.org', 201],
    ['https and another port', 'https://photos.example.org:8443', 201],
    ['localhost', 'http://localhost:2283', 201],
    ['plain HTTP', 'http://photos.example.org', 400],
    ['an address of the network', 'https://192.168.1.2', 400],
    ['an address of IPv6', 'https://[::1]', 400],
    ['127.0.0.1', 'http://127.0.0.1:2283', 400],
    ['nothing that is an address', 'null', 400],
  ])('begins in a page at %s as browsers allow it (PK2)', async (_name, origin, status) => {
    expect((await post('/sign-in/options', from(origin))).status).toBe(status)
    expect((await post('/options', await openPage(await createUser(database), origin))).status).toBe(status)
  })

  test('begins in no page of others, and in no other program (PK2)', async () => {
    const off = { status: 400, body: { code: 'sign_in_off' } }

    expect(await post('/sign-in/options', { origin: ORIGIN, 'sec-fetch-site': 'cross-site' })).toMatchObject(off)
    expect(await post('/sign-in/options', { origin: ORIGIN })).toMatchObject(off)
    expect(await post('/sign-in/options', {})).toMatchObject(off)
  })
})

describe('a new passkey is refused', () => {
  type Adding = Parameters<ReturnType<typeof openDevice>['create']>[1]

  test.each<[string, Adding]>([
    ['another challenge was signed', { challenge: Buffer.alloc(32, 1).toString('base64url') }],
    ['no challenge was signed', { challenge: '' }],
    ['it was made in a page of another address', { origin: 'https://photos.example.net' }],
    ['it was made in a page at another port', { origin: `${ORIGIN}:8443` }],
    ['it was made for another host', { rpId: 'example.org' }],
    ['it is the answer of a sign-in', { type: 'webauthn.get' }],
    ['nobody touched the device', { isPresent: false }],
    ['the device does not know who did', { isVerified: false }],
    ['its signatures are of another kind', { algorithm: -35 }],
  ])('because %s, and nothing is stored (PK4)', async (_name, signing) => {
    const ada = await createUser(database)
    const page = await openPage(ada)

    const answer = await post('', page, { credential: openDevice(ORIGIN).create(await beginAdding(page), signing) })

    expect(answer).toMatchObject(refused)
    expect(await database.passkey.count({ where: { userId: ada.id } })).toBe(0)
  })

  test('because another session began, it is a sign-in, it is late, or it was added before (PK4)', async () => {
    const ada = await createUser(database)
    const [page, elsewhere] = [await openPage(ada), await openPage(ada)]
    const add = (options: PasskeyOptions) => post('', page, { credential: openDevice(ORIGIN).create(options) })
    const options = await beginAdding(page)
    const { challenge } = (await beginSignIn()).options
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 300_000 })
    const late = await beginAdding(page).finally(() => vi.useRealTimers())

    expect(await add(await beginAdding(elsewhere))).toMatchObject(refused)
    expect(await add({ ...options, challenge })).toMatchObject(refused)
    expect(await add(late)).toMatchObject(refused)
    expect(await add(options)).toMatchObject({ status: 201 })
    expect(await add(options)).toMatchObject(refused)
  })

  test('because it is the passkey of another user (PK4)', async () => {
    const [ada, ben] = [await createUser(database), await createUser(database)]
    const { device } = await addPasskey(ada)
    const page = await openPage(ben)
    const credential = openDevice(ORIGIN).create(await beginAdding(page), { id: device.passkeys[0]?.id ?? '' })

    expect(await post('', page, { credential })).toMatchObject(refused)
    const { options, browser } = await beginSignIn()
    const answer = await post('/sign-in', browser, { credential: device.get(options) })
    expect(answer.body).toMatchObject({ userId: ada.id })
  })

  test('because it has a certificate, with addresses that somebody would have to call (PK4)', async () => {
    const page = await openPage(await createUser(database))
    const { certificate, privateKey } = makeCertificate()
    const add = async (attest: Attest) =>
      post('', page, { credential: openDevice(ORIGIN).create(await beginAdding(page), { attest }) })

    const certified = await add((signed) => {
      return { fmt: 'packed', attStmt: { alg: -7, sig: sign('sha256', signed, privateKey), x5c: [certificate] } }
    })
    const ofItself = await add((signed, own) => ({
      fmt: 'packed',
      attStmt: { alg: -7, sig: sign('sha256', signed, own) },
    }))

    expect(certified).toMatchObject(refused)
    expect(ofItself).toMatchObject({ status: 201 })
  })

  test('because it is no passkey at all (PK4)', async () => {
    const page = await openPage(await createUser(database))
    const credential = openDevice(ORIGIN).create(await beginAdding(page))
    const damage = (response: object) =>
      post('', page, { credential: { ...credential, response: { ...credential.response, ...response } } })

    for (const attestationObject of ['', 'AA', '_____w', credential.response.attestationObject.slice(0, 100)])
      expect(await damage({ attestationObject })).toMatchObject(refused)
    for (const clientDataJSON of ['', 'AA', Buffer.from('[1]').toString('base64url')])
      expect(await damage({ clientDataJSON })).toMatchObject(refused)
  })
})

describe('a sign-in is refused', () => {
  type Using = Parameters<ReturnType<typeof openDevice>['get']>[1]

  test.each<[string, Using]>([
    ['another challenge was signed', { challenge: Buffer.alloc(32, 1).toString('base64url') }],
    ['it was signed in a page of another address', { origin: 'https://photos.example.net' }],
    ['it was signed in a page at another port', { origin: `${ORIGIN}:8443` }],
    ['it was signed for another host', { rpId: 'example.org' }],
    ['it is the making of a passkey', { type: 'webauthn.create' }],
    ['nobody touched the device', { isPresent: false }],
    ['the device does not know who did', { isVerified: false }],
    ['the device says that it is of another user', { userHandle: 'AAAAAAAAAAAAAAAAAAAAAA' }],
    ['the device says nothing of its user', { userHandle: '' }],
  ])('because %s (PK4)', async (_name, signing) => {
    const ada = await createUser(database)
    const { device } = await addPasskey(ada)
    const before = await countSessions(ada)
    const { options, browser } = await beginSignIn()

    expect(await post('/sign-in', browser, { credential: device.get(options, signing) })).toMatchObject(refused)
    expect(await countSessions(ada)).toBe(before)
  })

  test('because it was finished before, also at the same moment (PK4)', async () => {
    const ada = await createUser(database)
    const { device } = await addPasskey(ada)
    const before = await countSessions(ada)
    const { options, browser } = await beginSignIn()
    const credential = device.get(options)

    const answers = await Promise.all(Array.from({ length: 4 }, () => post('/sign-in', browser, { credential })))
    const later = await post('/sign-in', browser, { credential })

    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400])
    expect(later).toMatchObject(refused)
    expect(await countSessions(ada)).toBe(before + 1)
  })

  test('because another browser began, a passkey was to be added, or it is late (PK4)', async () => {
    const ada = await createUser(database)
    const { device, page } = await addPasskey(ada)
    const { options, browser } = await beginSignIn()
    const { browser: elsewhere } = await beginSignIn()
    const { challenge } = await beginAdding(page)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 300_000 })
    const late = await beginSignIn().finally(() => vi.useRealTimers())
    const finish = (headers: Record<string, string>, given: PasskeySignInOptions) =>
      post('/sign-in', headers, { credential: device.get(given) })

    expect(await finish(elsewhere, options)).toMatchObject(refused)
    expect(await finish(from(ORIGIN), options)).toMatchObject(refused)
    expect(await finish(browser, { ...options, challenge })).toMatchObject(refused)
    expect(await finish(late.browser, late.options)).toMatchObject(refused)
    expect(await finish(browser, options)).toMatchObject({ status: 201 })
  })

  test('at another address than that of the passkey, although the browser offers it there (PK2)', async () => {
    const ada = await createUser(database)
    const port = 'http://localhost:9999'
    const { device } = await addPasskey(ada, { origin: 'http://localhost:2283' })
    const { options, browser } = await beginSignIn(port)

    const answer = await post('/sign-in', browser, { credential: device.get(options, { origin: port }) })

    expect(answer).toMatchObject(refused)
  })

  test('by the signature of another passkey, in the name of this one (PK4)', async () => {
    const [ada, eve] = [await createUser(database), await createUser(database)]
    const { device } = await addPasskey(ada)
    const { device: evil } = await addPasskey(eve)
    const { options, browser } = await beginSignIn()
    const { id, response } = device.get(options)
    const credential = { ...evil.get(options, { userHandle: response.userHandle }), id, rawId: id }

    expect(await post('/sign-in', browser, { credential })).toMatchObject(refused)
  })

  test('when the counter of the device does not go on, because it was copied (PK4)', async () => {
    const ada = await createUser(database)
    const { device } = await addPasskey(ada, { signing: { counter: 5 } })
    const use = async (counter: number) => {
      const { options, browser } = await beginSignIn()
      return (await post('/sign-in', browser, { credential: device.get(options, { counter }) })).status
    }

    expect([await use(5), await use(6), await use(6), await use(0), await use(4_000_000_000)]).toEqual([
      400, 201, 400, 400, 201,
    ])
  })

  test('once the user is locked out or removed, in the same words as for an unknown passkey (PK4)', async () => {
    const [ada, ben] = [await createUser(database), await createUser(database)]
    const { device } = await addPasskey(ada)
    const { device: removed } = await addPasskey(ben)
    await database.user.update({ where: { id: ada.id }, data: { deletedAt: new Date() } })
    await database.user.delete({ where: { id: ben.id } })
    const unknown = openDevice(ORIGIN)
    unknown.create({ challenge: '', rp: { id: '' }, user: { id: 'AA' } } as PasskeyOptions)

    const details = new Set<string>()
    for (const each of [device, removed, unknown]) {
      const { options, browser } = await beginSignIn()
      const answer = await post('/sign-in', browser, { credential: each.get(options) })
      expect(answer).toMatchObject(refused)
      details.add(answer.body.detail)
    }

    expect(details.size).toBe(1)
    expect(await database.passkey.count({ where: { userId: ben.id } })).toBe(0)
  })

  test('after ten failures of a passkey from a network, and nobody else is kept out (PK6)', async () => {
    const ada = await createUser(database)
    const { device } = await addPasskey(ada)
    const attempt = async (address: string, signing: Signing = {}) => {
      const { options, browser } = await beginSignIn(ORIGIN, other, { 'x-forwarded-for': address })
      return (await post('/sign-in', browser, { credential: device.get(options, signing) }, other)).status
    }

    const failures: number[] = []
    for (let count = 0; count < 11; count++) failures.push(await attempt('192.0.2.9', { isVerified: false }))

    expect(failures).toEqual([...Array(10).fill(400), 429])
    expect(await attempt('192.0.2.9')).toBe(429)
    expect(await attempt('192.0.2.10')).toBe(201)
  })
})
