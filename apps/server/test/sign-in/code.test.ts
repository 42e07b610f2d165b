import { beforeEach, describe, expect, test } from 'vitest'
import { makeSignInLink } from '../../src/sign-in/sign-in-with-code.js'
import { createUser } from '../support/database/factories.js'
import { send } from '../support/http/client.js'
import { startTestServer } from '../support/http/server.js'
import { createPerson, logIn } from '../support/sign-in/accounts.js'
import { fromOwnPage, toBearer, toCookie } from '../support/sign-in/sign-in.js'

const server = await startTestServer()
const { database } = server

beforeEach(async () => {
  await database.user.deleteMany()
})

async function makeLink(user: { id: string }) {
  const link = new URL(await makeSignInLink(server.database, { url: server.url, userId: user.id }))
  return { link, code: link.hash.slice(1) }
}

function redeem(code: string, headers: Record<string, string> = fromOwnPage) {
  return send(server, '/api/auth/code', { method: 'POST', body: { code }, headers })
}

function readMe(headers: Record<string, string>) {
  return send(server, '/api/user/me', { headers })
}

describe('a link', () => {
  test('signs its user in, and keeps its code from every server (W3)', async () => {
    const ada = await createUser(database)
    const { link, code } = await makeLink(ada)

    const answer = await redeem(code)

    expect(answer).toMatchObject({ status: 201, body: { userId: ada.id } })
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__Host-media-library-session=mls_[^;]+; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$/,
      ),
    ])
    expect(await readMe(toCookie(answer.body.accessToken))).toMatchObject({ status: 200, body: { id: ada.id } })
    expect(link.pathname + link.search).toBe('/auth/link')
  })

  test('leaves the password of its user as it is (W3)', async () => {
    const ada = await createPerson(server)
    const { code } = await makeLink(ada)

    expect(await redeem(code)).toMatchObject({ status: 201, body: { shouldChangePassword: false } })
    expect(await logIn(server, ada)).toMatchObject({ status: 201 })
  })

  test('works once, also when two open it at the same time (W3)', async () => {
    const { code } = await makeLink(await createUser(database))

    const answers = await Promise.all([redeem(code), redeem(code), redeem(code)])

    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400])
    expect(await redeem(code)).toMatchObject({ status: 400, body: { code: 'sign_in_failed' } })
  })

  test('works for 10 minutes (W3)', async () => {
    const { code } = await makeLink(await createUser(database))
    const [row] = await database.signInCode.findMany()
    expect(Number(row?.expiresAt) - Number(row?.createdAt)).toBe(600_000)
    await database.signInCode.updateMany({ data: { expiresAt: new Date(Date.now() - 1_000) } })

    expect(await redeem(code)).toMatchObject({ status: 400, body: { code: 'sign_in_failed' } })
    expect(await database.session.count()).toBe(0)
  })

  test('that was made while the clock was a day ahead signs nobody in (W3)', async () => {
    const { code } = await makeLink(await createUser(database))
    await database.$executeRaw`
      UPDATE sign_in_code SET created_at = created_at + interval '1 day', expires_at = expires_at + interval '1 day'`

    expect(await redeem(code)).toMatchObject({ status: 400, body: { code: 'sign_in_failed' } })
  })

  test('signs in nobody whom the operator deleted (W3)', async () => {
    const ada = await createUser(database)
    const { code } = await makeLink(ada)
    await database.user.update({ where: { id: ada.id }, data: { deletedAt: new Date() } })

    expect(await redeem(code)).toMatchObject({ status: 400, body: { code: 'sign_in_failed' } })
  })

  test('is stored as a hash alone, and an expired one goes with the next (W3)', async () => {
    const ada = await createUser(database)
    const { code } = await makeLink(ada)
    await database.signInCode.updateMany({ data: { expiresAt: new Date(Date.now() - 1_000) } })
    await makeLink(ada)

    const [row, ...others] = await database.signInCode.findMany()

    expect(others).toEqual([])
    expect(Buffer.from(row?.codeHash ?? []).toString('base64url')).not.toContain(code)
  })

  test('ends the session that the browser had (W3)', async () => {
    const ada = await createUser(database)
    const first = (await redeem((await makeLink(ada)).code)).body.accessToken
    const second = await redeem((await makeLink(ada)).code, { ...fromOwnPage, ...toCookie(first) })

    expect(second.status).toBe(201)
    expect(await readMe(toBearer(first))).toMatchObject({ status: 401 })
  })
})
