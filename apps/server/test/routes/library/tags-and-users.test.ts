import { expect, test } from 'vitest'
import { createTag, createUser } from '../../support/database/factories.js'
import { clientOf } from '../../support/http/client.js'
import { startTestServer } from '../../support/http/server.js'

const server = await startTestServer()
const { database } = server
const ada = await createUser(database, { oauthId: 'ada-sub', shouldChangePassword: true })
const ben = await createUser(database, { oauthId: 'ben-sub', shouldChangePassword: true })
const gone = await createUser(database, { deletedAt: new Date() })

test('C12 getAllTags lists the tags of the caller by name', async () => {
  for (const name of ['zoo', 'Zoo', 'ant']) await createTag(database, ada, { name })
  await createTag(database, ben)

  const { status, body } = await clientOf(server, ada).getAllTags()

  expect(status === 200 && body.map(({ name }) => name)).toEqual(['Zoo', 'ant', 'zoo'])
})

test('C9 getTagById returns only tags of the caller', async () => {
  const tag = await createTag(database, ada)

  const own = await clientOf(server, ada).getTagById({ params: { id: tag.id } })
  const foreign = await clientOf(server, ben).getTagById({ params: { id: tag.id } })

  expect(own).toMatchObject({ status: 200, body: { id: tag.id, name: tag.name, type: 'CUSTOM', userId: ada.id } })
  expect(foreign).toMatchObject({ status: 404, body: { code: 'not_found' } })
})

test.each([{}, { isAll: true }, { isAll: false }])(
  'C12 C15 L7 L8 getAllUsers lists the active users, with %j',
  async (query) => {
    const { status, body } = await clientOf(server, ada).getAllUsers({ query })

    expect(status === 200 && body.map(({ id }) => id)).toEqual([ada.id, ben.id])
    expect(body).toMatchObject([
      { oauthId: 'ada-sub', shouldChangePassword: true },
      { oauthId: '', shouldChangePassword: false },
    ])
    expect(JSON.stringify(body)).not.toContain(gone.id)
  },
)

test('C15 getMyUserInfo shows callers their own private fields', async () => {
  expect(await clientOf(server, ben).getMyUserInfo()).toMatchObject({
    status: 200,
    body: { id: ben.id, oauthId: 'ben-sub', shouldChangePassword: true },
  })
})
