import { beforeEach, describe, expect, test } from 'vitest'
import { createAlbum, createAsset, createKey, createUser, type TestUser } from '../support/database/factories.js'
import { asProgram, catchProblem } from '../support/http/as-program.js'
import { send } from '../support/http/client.js'
import { startTestServer } from '../support/http/server.js'
import { createPerson, logIn, PASSWORD } from '../support/sign-in/accounts.js'
import { toBearer } from '../support/sign-in/sign-in.js'
import { until } from '../support/until.js'

const server = await startTestServer()
const { database } = server
const as = (user: TestUser) => asProgram(server, user)

let admin: TestUser
let ben: TestUser

beforeEach(async () => {
  await database.user.deleteMany()
  admin = await createUser(database, { isAdmin: true })
  ben = await createPerson(server)
})

describe('an administrator', () => {
  test('adds a user, who is asked to choose another password (PE1)', async () => {
    const quotaSizeInBytes = 50 * 1_024 ** 3
    const created = await as(admin).createUser({
      email: 'CY@example.org',
      name: ' Cy\n',
      password: PASSWORD,
      quotaSizeInBytes,
    })

    expect(created).toMatchObject({ email: 'cy@example.org', name: 'Cy', isAdmin: false })
    expect(created).toMatchObject({ shouldChangePassword: true, quotaSizeInBytes, quotaUsageInBytes: 0 })
    expect(await logIn(server, created)).toMatchObject({ status: 201, body: { shouldChangePassword: true } })
    const again = as(admin).createUser({ email: 'cy@example.org', name: 'Cy', password: PASSWORD })
    expect(await catchProblem(again)).toMatchObject({ status: 409, code: 'user_exists' })
  })

  test('changes a user, whose sessions end with their password (PE2)', async () => {
    const { accessToken } = (await logIn(server, ben)).body
    const changes = { name: 'Benjamin', email: 'b@example.org', quotaSizeInBytes: 5, memoriesEnabled: false } as const

    const changed = await as(admin).updateUser({ id: ben.id, ...changes, isAdmin: true, storageLabel: 'ben' })
    const still = await send(server, '/api/user/me', { headers: toBearer(accessToken) })
    const { invitation } = await as(admin).createInvitation({ email: 'cy@example.org', name: 'Cy' })
    await as(admin).updateUser({ id: ben.id, password: 'battery staple' })

    expect(await as(admin).getInvitations()).toEqual([invitation])
    expect(changed).toMatchObject({ ...changes, isAdmin: true })
    expect(still.status).toBe(200)
    expect(await send(server, '/api/user/me', { headers: toBearer(accessToken) })).toMatchObject({ status: 401 })
    expect(await logIn(server, { email: 'b@example.org' }, { password: 'battery staple' })).toMatchObject({
      status: 201,
      body: { shouldChangePassword: true },
    })
    expect(await as(admin).updateUser({ id: ben.id, quotaSizeInBytes: null })).toMatchObject({ quotaSizeInBytes: null })
  })

  test('gives nobody the address or label of another user (PE2)', async () => {
    await as(admin).updateUser({ id: admin.id, storageLabel: 'admin' })
    const taken = { status: 409, code: 'user_exists' }

    expect(await catchProblem(as(admin).updateUser({ id: ben.id, email: admin.email }))).toMatchObject(taken)
    expect(await catchProblem(as(admin).updateUser({ id: ben.id, storageLabel: 'admin' }))).toMatchObject(taken)
  })

  test('sees the users who were deleted, and all quotas (PE3)', async () => {
    const gone = await createUser(database, { deletedAt: new Date(), quotaBytes: 7 })
    await createAsset(database, ben, { uploadedBytes: 5n })
    const limited = { ...admin, apiKey: await createKey(database, admin.id, { scopes: ['user.read'] }) }
    const list = async (user: TestUser) => (await send(server, '/api/user?isAll=false', user)).body

    expect(await list(admin)).toMatchObject([
      { id: admin.id, quotaUsageInBytes: 0 },
      { id: ben.id, quotaUsageInBytes: 5 },
      { id: gone.id, status: 'deleted', quotaSizeInBytes: 7, quotaUsageInBytes: 0 },
    ])
    for (const other of [ben, limited]) {
      const seen = await list(other)
      expect(seen.map(({ id }: { id: string }) => id)).toEqual([admin.id, ben.id])
    }
    expect(await as(admin).getUserById(gone.id)).toMatchObject({ id: gone.id, quotaSizeInBytes: 7 })
    expect(await as(admin).getUserById(admin.id)).toMatchObject({ quotaUsageInBytes: 0 })
    expect(await as(ben).getUserById(admin.id)).toMatchObject({ quotaSizeInBytes: null, quotaUsageInBytes: null })
    expect(await catchProblem(as(ben).getUserById(gone.id))).toMatchObject({ code: 'not_found' })
  })

  test('locks a user out, and lets them in again with everything (PE4)', async () => {
    const album = await createAlbum(database, ben)

    const deleted = await as(admin).deleteUser(ben.id, {})
    const [locked, refused] = [await logIn(server, ben), await send(server, '/api/user/me', ben)]
    const restored = await as(admin).restoreUser(ben.id)

    expect(deleted).toMatchObject({ id: ben.id, status: 'deleted', deletedAt: expect.any(String) })
    expect([locked.status, refused.status]).toEqual([401, 401])
    expect(restored).toMatchObject({ id: ben.id, status: 'active', deletedAt: null })
    expect(await as(ben).getAlbumInfo(album.id)).toMatchObject({ id: album.id })
  })

  test('removes a user for good (PE4)', async () => {
    await createAlbum(database, ben, { assetIds: [(await createAsset(database, ben)).id] })
    const asset = await createAsset(database, admin)
    const album = await createAlbum(database, admin, { assetIds: [asset.id] })

    expect(await as(admin).deleteUser(ben.id, { force: true })).toMatchObject({ status: 'deleted' })

    await until(async () => (await database.user.count()) === 1)
    expect((await database.album.findMany()).map(({ id }) => id)).toEqual([album.id])
    expect((await database.asset.findMany()).map(({ id }) => id)).toEqual([asset.id])
    expect(await as(admin).getMyUserInfo()).toMatchObject({ id: admin.id })
  })

  test('who is the last one stays, also when two try at once (PE5)', async () => {
    const last = { status: 409, code: 'last_administrator' }
    const demote = (user: TestUser) => as(user).updateUser({ id: user.id, isAdmin: false })
    await createUser(database, { isAdmin: true, deletedAt: new Date() })

    expect(await catchProblem(demote(admin))).toMatchObject(last)
    expect(await catchProblem(as(admin).deleteUser(admin.id, {}))).toMatchObject(last)
    expect(await catchProblem(as(admin).deleteUser(admin.id, { force: true }))).toMatchObject(last)
    const other = await createUser(database, { isAdmin: true })
    const outcomes = await Promise.allSettled([demote(admin), as(other).deleteUser(other.id, {})])

    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await database.user.count({ where: { isAdmin: true, deletedAt: null } })).toBe(1)
  })

  test('changes the own password by the current one alone (PE2)', async () => {
    const change = as(admin).updateUser({ id: admin.id, password: 'battery staple' })

    expect(await catchProblem(change)).toMatchObject({ code: 'forbidden' })
  })
})

describe('everybody else', () => {
  test('changes their own name, colour and memories, and nothing more (PE6)', async () => {
    const own = { name: 'Benjamin', avatarColor: 'amber', memoriesEnabled: false } as const

    expect(await as(ben).updateUser({ id: ben.id, ...own })).toMatchObject(own)
    for (const change of [
      { isAdmin: true },
      { email: 'x@example.org' },
      { quotaSizeInBytes: null },
      { storageLabel: 'x' },
    ]) {
      const refused = await catchProblem(as(ben).updateUser({ id: ben.id, ...change }))
      expect(refused).toMatchObject({
        code: 'forbidden',
        detail: expect.stringContaining(Object.keys(change)[0] ?? ''),
      })
    }
    expect(await catchProblem(as(ben).updateUser({ id: admin.id, name: 'Mallory' }))).toMatchObject({ status: 403 })
    expect(await database.user.findMany({ where: { id: admin.id } })).toMatchObject([{ name: admin.name }])
  })
})
