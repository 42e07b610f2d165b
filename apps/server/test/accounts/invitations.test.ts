import { beforeEach, describe, expect, test } from 'vitest'
import { makeSignInLink } from '../../src/sign-in/sign-in-with-code.js'
import { createUser, type TestUser } from '../support/database/factories.js'
import { asProgram, catchProblem } from '../support/http/as-program.js'
import { send } from '../support/http/client.js'
import { startTestServer } from '../support/http/server.js'
import { createPerson, logIn, PASSWORD } from '../support/sign-in/accounts.js'
import { toBearer } from '../support/sign-in/sign-in.js'

const server = await startTestServer()
const { database } = server

let admin: TestUser
let client: ReturnType<typeof asProgram>

beforeEach(async () => {
  await database.user.deleteMany()
  admin = await createUser(database, { isAdmin: true })
  client = asProgram(server, admin)
})

const grandma = { email: 'grandma@example.org', name: 'Grandma' }

function open(code: string) {
  return send(server, '/api/auth/code', { method: 'POST', body: { code } })
}

describe('an invitation', () => {
  test('signs somebody in once, who then chooses a password (PE7)', async () => {
    const { invitation, code } = await client.createInvitation({ ...grandma, quotaSizeInBytes: 1_000 })

    const opened = await open(code)
    const changed = await send(server, '/api/auth/change-password', {
      method: 'POST',
      body: { newPassword: PASSWORD },
      headers: toBearer(opened.body.accessToken),
    })

    expect(opened).toMatchObject({
      status: 201,
      body: { userId: invitation.id, name: 'Grandma', shouldChangePassword: true },
    })
    expect(changed).toMatchObject({ status: 200, body: { shouldChangePassword: false } })
    expect(await open(code)).toMatchObject({ status: 400, body: { code: 'sign_in_failed' } })
    expect(await logIn(server, grandma)).toMatchObject({ status: 201 })
    expect(await client.getUserById(invitation.id)).toMatchObject({ ...grandma, quotaSizeInBytes: 1_000 })
    expect(await client.getInvitations()).toEqual([])
  })

  test('lasts seven days, has 256 bits, and is stored as a hash (PE7)', async () => {
    const { invitation, code } = await client.createInvitation(grandma)

    const life = Date.parse(invitation.expiresAt) - Date.parse(invitation.createdAt)
    const [row] = await database.signInCode.findMany()
    expect([life, Buffer.from(code, 'base64url').length]).toEqual([7 * 86_400_000, 32])
    expect(Buffer.from(row?.codeHash ?? []).toString('base64url')).not.toBe(code)
    await database.signInCode.updateMany({ data: { expiresAt: new Date(Date.now() - 1_000) } })
    expect(await open(code)).toMatchObject({ status: 400 })
    expect(await client.getInvitations()).toEqual([])
    expect(await catchProblem(client.deleteInvitation(invitation.id))).toMatchObject({ code: 'not_found' })
  })

  test('ends when it is withdrawn, renewed, or its user is locked out (PE8)', async () => {
    const { invitation, code } = await client.createInvitation(grandma)
    const second = await client.renewInvitation(invitation.id)
    expect(await client.getInvitations()).toEqual([second.invitation])
    expect(await open(code)).toMatchObject({ status: 400 })

    await client.deleteInvitation(invitation.id)
    expect(await open(second.code)).toMatchObject({ status: 400 })
    expect(await catchProblem(client.deleteInvitation(invitation.id))).toMatchObject({ code: 'not_found' })

    const third = await client.renewInvitation(invitation.id)
    await client.deleteUser(invitation.id, {})
    expect(await open(third.code)).toMatchObject({ status: 400 })
    expect(await catchProblem(client.renewInvitation(invitation.id))).toMatchObject({ code: 'not_found' })
  })

  test('ends alone: other invitations stay, and so does a link that the command line made (PE8)', async () => {
    const { invitation } = await client.createInvitation(grandma)
    const other = await client.createInvitation({ email: 'grandpa@example.org', name: 'Grandpa' })
    const link = await makeSignInLink(database, { url: server.url, userId: invitation.id })
    const renewed = await client.renewInvitation(invitation.id)

    const both = await client.getInvitations()
    await client.deleteInvitation(invitation.id)
    const left = await client.getInvitations()

    expect(both).toEqual([renewed.invitation, other.invitation])
    expect(left).toEqual([other.invitation])
    expect(await open(new URL(link).hash.slice(1))).toMatchObject({ status: 201 })
    await client.deleteUser(other.invitation.id, {})
    expect(await client.getInvitations()).toEqual([])
  })

  test('of somebody who forgot their password ends it when it is used, and not before (PE8)', async () => {
    const ben = await createPerson(server)
    const { code } = await client.renewInvitation(ben.id)
    expect(await logIn(server, ben)).toMatchObject({ status: 201 })

    const { body } = await open(code)

    expect(await logIn(server, ben)).toMatchObject({ status: 401 })
    const change = { method: 'POST', body: { newPassword: 'battery staple' }, headers: toBearer(body.accessToken) }
    expect(await send(server, '/api/auth/change-password', change)).toMatchObject({ status: 200 })
    expect(await logIn(server, ben, { password: 'battery staple' })).toMatchObject({ status: 201 })
  })

  test('of an address that a user has is refused (PE7)', async () => {
    const again = client.createInvitation({ email: admin.email, name: 'Again' })

    expect(await catchProblem(again)).toMatchObject({ status: 409, code: 'user_exists' })
  })
})
