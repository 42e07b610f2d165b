import { beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '../../src/config/config.js'
import { beginAttempt } from '../../src/sign-in/passwords/attempts.js'
import { createKey, createSession, createUser } from '../support/database/factories.js'
import { send } from '../support/http/client.js'
import { startTestServer } from '../support/http/server.js'
import { createPerson, logIn, PASSWORD } from '../support/sign-in/accounts.js'
import { fromOwnPage, toBearer, toCookie } from '../support/sign-in/sign-in.js'

const server = await startTestServer()
const { database } = server

beforeEach(async () => {
  await database.user.deleteMany()
})

function readMe(headers: Record<string, string>) {
  return send(server, '/api/user/me', { headers })
}

function changePassword(headers: Record<string, string>, body: object) {
  return send(server, '/api/auth/change-password', { method: 'POST', body, headers })
}

describe('a password', () => {
  test('signs its user in, whatever the case of the address (PW1)', async () => {
    const ada = await createPerson(server, { isAdmin: true })

    const answer = await logIn(server, { email: ` ${ada.email.toUpperCase()}` })

    expect(answer).toMatchObject({
      status: 201,
      body: { userId: ada.id, userEmail: ada.email, isAdmin: true, shouldChangePassword: false },
    })
    expect(await readMe(toBearer(answer.body.accessToken))).toMatchObject({ status: 200, body: { id: ada.id } })
  })

  test('gives a browser its cookie, and a page of another origin none (PW1)', async () => {
    const { email } = await createPerson(server)
    const body = { email, password: PASSWORD }

    const own = await send(server, '/api/auth/login', { method: 'POST', body, headers: fromOwnPage })
    const headers = { 'sec-fetch-site': 'cross-site' }
    const other = await send(server, '/api/auth/login', { method: 'POST', body, headers })

    expect(own.headers.getSetCookie()).toEqual([expect.stringMatching(/^__Host-media-library-session=mls_/)])
    expect(await readMe(toCookie(own.body.accessToken))).toMatchObject({ status: 200 })
    expect([other.status, other.headers.getSetCookie()]).toEqual([201, []])
  })

  test('that is wrong reads like an unknown address, a deleted user and one without a password (PW2)', async () => {
    const ada = await createPerson(server)
    const deleted = await createPerson(server, { deletedAt: new Date() })
    const without = await createUser(database)
    const kate = await createPerson(server, { email: 'kate@example.org' })

    const answers = [
      await logIn(server, ada, { password: 'wrong horse' }),
      await logIn(server, { email: 'nobody@example.org' }),
      await logIn(server, { email: 'no address' }),
      await logIn(server, { email: kate.email.replace('k', '\u212a') }),
      await logIn(server, deleted),
      await logIn(server, without),
      await logIn(server, without, { password: '' }),
    ]

    const [first, ...others] = answers.map(({ status, body: { instance: _, ...body } }) => ({ status, body }))
    expect(first).toMatchObject({ status: 401, body: { code: 'wrong_password' } })
    for (const other of others) expect(other).toEqual(first)
    expect(await database.session.count()).toBe(0)
  })

  test('is stored as a hash alone (PW2)', async () => {
    await createPerson(server)

    expect(JSON.stringify(await database.password.findMany())).not.toContain(PASSWORD)
  })

  test('is changed with the current one alone, and ends the other sessions and the links (PW3)', async () => {
    const ada = await createPerson(server, { shouldChangePassword: true })
    const [here, there] = [await logIn(server, ada), await logIn(server, ada)]
    await database.signInCode.create({ data: { codeHash: new Uint8Array(32), userId: ada.id } })
    const ben = await createPerson(server)
    const ofBen = toBearer((await logIn(server, ben)).body.accessToken)
    await database.signInCode.create({ data: { codeHash: new Uint8Array(32).fill(1), userId: ben.id } })
    const headers = toBearer(here.body.accessToken)

    const refused = await changePassword(headers, { password: 'wrong horse', newPassword: 'battery staple' })
    const lacking = await changePassword(headers, { newPassword: 'battery staple' })
    const short = await changePassword(headers, { password: PASSWORD, newPassword: 'short' })
    const changed = await changePassword(headers, { password: PASSWORD, newPassword: 'battery staple' })

    expect(refused).toMatchObject({ status: 401, body: { code: 'wrong_password' } })
    expect(lacking).toMatchObject({ status: 401, body: { code: 'wrong_password' } })
    expect(short).toMatchObject({ status: 400, body: { errors: [{ pointer: '/newPassword' }] } })
    expect(changed).toMatchObject({ status: 200, body: { id: ada.id, shouldChangePassword: false } })
    expect(await readMe(headers)).toMatchObject({ status: 200 })
    expect(await readMe(toBearer(there.body.accessToken))).toMatchObject({ status: 401 })
    expect(await readMe(ofBen)).toMatchObject({ status: 200 })
    expect(await database.signInCode.findMany()).toMatchObject([{ userId: ben.id }])
    expect(await logIn(server, ada)).toMatchObject({ status: 401 })
    expect(await logIn(server, ada, { password: 'battery staple' })).toMatchObject({ status: 201 })
  })

  test('is changed once by several at once (PW3)', async () => {
    const ada = await createPerson(server)
    const headers = toBearer((await logIn(server, ada)).body.accessToken)
    const change = (newPassword: string) => changePassword(headers, { password: PASSWORD, newPassword })

    const answers = await Promise.all([change('battery staple'), change('staple battery')])

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
  })

  test('that is the first one needs no other, but all scopes (PW3)', async () => {
    const ben = await createUser(database)
    const limited = await createKey(database, ben.id, { scopes: ['user.update'] })
    const body = { password: '', newPassword: PASSWORD }

    expect(await changePassword({ 'x-api-key': limited }, body)).toMatchObject({ status: 403 })
    expect(await logIn(server, ben)).toMatchObject({ status: 401 })
    expect(await changePassword({ 'x-api-key': ben.apiKey }, body)).toMatchObject({ status: 200 })
    expect(await logIn(server, ben)).toMatchObject({ status: 201 })
    expect(await changePassword({ 'x-api-key': ben.apiKey }, body)).toMatchObject({ status: 401 })
  })

  test('is none of the operator who has turned passwords off (PW4)', async () => {
    const off = await startTestServer({ DATABASE_URL: server.databaseUrl, PASSWORD_SIGN_IN: 'false' })
    const ada = await createPerson(server)
    const asked = { method: 'POST', body: { redirectUri: 'http://127.0.0.1/' } }
    const read = async ({ url }: { url: string }) => [
      (await send({ url }, '/api/server-info/features')).body.passwordLogin,
      (await send({ url }, '/api/oauth/config', asked)).body.passwordLoginEnabled,
    ]

    expect(await logIn(off, ada)).toMatchObject({ status: 400, body: { code: 'sign_in_off' } })
    expect(await read(off)).toEqual([false, false])
    expect(await read(server)).toEqual([true, true])
  })

  test('a valid session or key is told so (PW1)', async () => {
    const ada = await createUser(database)
    const check = (headers: Record<string, string>) =>
      send(server, '/api/auth/validateToken', { method: 'POST', headers })

    expect(await check({ 'x-api-key': ada.apiKey })).toMatchObject({ status: 200, body: { authStatus: true } })
    expect(await check({ 'x-api-key': 'nonsense' })).toMatchObject({ status: 401 })
  })
})

describe('whoever guesses passwords', async () => {
  const limited = await startTestServer({
    DATABASE_URL: server.databaseUrl,
    RATE_LIMIT_FAILURES: '300',
    TRUSTED_PROXIES: '127.0.0.1',
  })
  const guess = (user: { email: string }, from: string) => logIn(limited, user, { password: 'wrong horse', from })

  test('is refused after ten, and locks nobody out (PW5)', async () => {
    const [ada, ben] = [await createPerson(server), await createPerson(server)]

    const guesses = await Promise.all(Array.from({ length: 12 }, () => guess(ada, '192.0.2.1')))
    const refused = guesses.filter(({ status }) => status === 429)

    expect(guesses.filter(({ status }) => status === 401)).toHaveLength(10)
    expect(refused).toHaveLength(2)
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await logIn(limited, ada, { from: '192.0.2.1' })).toMatchObject({ status: 429 })
    expect(await logIn(limited, ben, { from: '192.0.2.1' })).toMatchObject({ status: 201 })
    expect(await logIn(limited, ada, { from: '192.0.2.2' })).toMatchObject({ status: 201 })
  })

  test('from many networks has one try from each, and locks nobody out (PW5)', () => {
    const config = readConfig({ RATE_LIMIT_FAILURES: '300' })
    const guess = (network: number) =>
      beginAttempt(config, { network: `198.51.100.${network}`, account: 'ada@example.org' })
    const networks = Array.from({ length: 50 }, (_, index) => index)

    for (const network of [...networks, ...networks]) guess(network)

    for (const network of networks) expect(() => guess(network)).toThrow('Too many failed sign-ins')
    guess(51)
    expect(() => guess(51)).toThrow('Too many failed sign-ins')
    const succeed = guess(52)
    succeed()
    expect(() => guess(52)).not.toThrow()
  })

  test('is forgiven what a right password follows (PW5)', async () => {
    const ada = await createPerson(server)
    const from = '192.0.2.77'
    for (let count = 0; count < 9; count++) await guess(ada, from)
    await logIn(limited, ada, { from })

    expect(await guess(ada, from)).toMatchObject({ status: 401 })
    expect(await logIn(limited, ada, { from })).toMatchObject({ status: 201 })
  })

  test('by a session that was taken is refused after ten, too (PW5)', async () => {
    const ada = await createPerson(server)
    const { accessToken } = (await logIn(limited, ada)).body
    await createSession(database, ada)
    const body = { password: 'wrong horse', newPassword: 'battery staple' }
    const change = () =>
      send(limited, '/api/auth/change-password', { method: 'POST', body, headers: toBearer(accessToken) })

    const statuses = (await Promise.all(Array.from({ length: 11 }, change))).map(({ status }) => status)

    expect(statuses.filter((status) => status === 429)).toHaveLength(1)
  })
})
