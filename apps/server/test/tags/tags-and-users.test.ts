import { expect, test } from 'vitest'
import { createAsset, createTag, createUser } from '../support/database/factories.js'
import { createClientFor } from '../support/http/client.js'
import { startTestServer } from '../support/http/server.js'

const server = await startTestServer()
const { database } = server
const ada = await createUser(database, { oauthId: 'ada-sub', shouldChangePassword: true })
const ben = await createUser(database, { oauthId: 'ben-sub', shouldChangePassword: true })
const gone = await createUser(database, { deletedAt: new Date() })

test('getAllTags lists the tags of the caller by name (C12)', async () => {
  for (const name of ['zoo', 'Zoo', 'ant']) await createTag(database, ada, { name })
  await createTag(database, ben)

  const { status, body } = await createClientFor(server, ada).getAllTags()

  expect(status === 200 && body.map(({ name }) => name)).toEqual(['Zoo', 'ant', 'zoo'])
})

test.each([{}, { isAll: true }, { isAll: false }])(
  'getAllUsers lists the active users, with %j (C12, C15, L7, L8)',
  async (query) => {
    const { status, body } = await createClientFor(server, ada).getAllUsers({ query })

    expect(status === 200 && body.map(({ id }) => id)).toEqual([ada.id, ben.id])
    expect(body).toMatchObject([
      { oauthId: 'ada-sub', shouldChangePassword: true },
      { oauthId: '', shouldChangePassword: false },
    ])
    expect(JSON.stringify(body)).not.toContain(gone.id)
  },
)

test('getAllTags lists thousands of tags whole, and by name, too (C12)', async () => {
  const eve = await createUser(database)
  const names = Array.from({ length: 2_501 }, (_, n) => `${n % 2 ? 'tag' : 'Tag'} "${n}" \\ \u00e9`)
  await database.tag.createMany({ data: names.map((name) => ({ userId: eve.id, name, type: 'OBJECT' as const })) })

  const { status, body } = await createClientFor(server, eve).getAllTags()

  const rows = new Map((await database.tag.findMany({ where: { userId: eve.id } })).map((row) => [row.name, row.id]))
  expect(status).toBe(200)
  expect(body).toEqual(names.sort().map((name) => ({ id: rows.get(name), name, type: 'OBJECT', userId: eve.id })))
})

test('users learn their own quota and what of it they use, and that others are active (C15)', async () => {
  const cleo = await createUser(database, { quotaBytes: 5_000 })
  for (const uploadedBytes of [700, 300, null]) await createAsset(database, cleo, { uploadedBytes })

  const { body: me } = await createClientFor(server, cleo).getMyUserInfo()
  const { body: all } = await createClientFor(server, cleo).getAllUsers()
  const { body: seen } = await createClientFor(server, ada).getAllUsers()

  const quota = { id: cleo.id, status: 'active', quotaSizeInBytes: 5_000, quotaUsageInBytes: 1_000 }
  expect(me).toMatchObject(quota)
  expect(all).toContainEqual(expect.objectContaining(quota))
  expect(seen).toContainEqual(expect.objectContaining({ ...quota, quotaSizeInBytes: null, quotaUsageInBytes: null }))
})
