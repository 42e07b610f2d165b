import { beforeEach, describe, expect, test } from 'vitest'
import { makeSetUpLink } from '../../src/sign-in/passwords/sign-up-admin.js'
import { createUser } from '../support/database/factories.js'
import { send } from '../support/http/client.js'
import { startTestServer } from '../support/http/server.js'
import { logIn, PASSWORD } from '../support/sign-in/accounts.js'

const server = await startTestServer()
const { database } = server

beforeEach(async () => {
  await database.user.deleteMany()
  await database.signInCode.deleteMany()
})

const makeCode = async () => new URL(await makeSetUpLink(database, server)).hash.slice(1)

function signUp(code: string | null, email = 'ada@example.org') {
  return send(server, '/api/auth/admin-sign-up', {
    method: 'POST',
    body: { email, name: 'Ada', password: PASSWORD },
    headers: code === null ? {} : { 'x-set-up-code': code },
  })
}

describe('the first account', () => {
  test('is made with the code that the service printed, and is an administrator (PW6)', async () => {
    const code = await makeCode()

    expect(await signUp(null)).toMatchObject({ status: 403, body: { code: 'set_up_code_needed' } })
    expect(await signUp('nonsense')).toMatchObject({ status: 403, body: { code: 'set_up_code_needed' } })
    expect(await signUp(code)).toMatchObject({ status: 201, body: { email: 'ada@example.org', isAdmin: true } })
    expect(await logIn(server, { email: 'ada@example.org' })).toMatchObject({ status: 201, body: { isAdmin: true } })
  })

  test('is one, also when several are made at once (PW6)', async () => {
    const codes = [await makeCode(), await makeCode(), await makeCode()]

    const answers = await Promise.all(codes.map((code, index) => signUp(code, `user-${index}@example.org`)))

    expect(answers.map(({ status }) => status).sort()).toEqual([201, 403, 403])
    expect(await database.user.count()).toBe(1)
  })

  test('is made no more once there is a user (PW6)', async () => {
    const code = await makeCode()
    await createUser(database, { deletedAt: new Date() })

    expect(await signUp(code)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  })

  test('is made within seven days, and its code signs nobody in (PW6)', async () => {
    const code = await makeCode()
    const used = await send(server, '/api/auth/code', { method: 'POST', body: { code } })
    expect(await database.signInCode.count()).toBe(1)
    await database.signInCode.updateMany({ data: { expiresAt: new Date(Date.now() - 1_000) } })

    expect(used).toMatchObject({ status: 400, body: { code: 'sign_in_failed' } })
    expect(await signUp(code)).toMatchObject({ status: 403 })
  })
})
