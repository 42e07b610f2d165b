import { beforeAll, describe, expect, test } from 'vitest'
import { createAlbum, createAsset, createAssets, createUser } from '../../support/database/factories.js'
import { send } from '../../support/http/client.js'
import { startTestServer } from '../../support/http/server.js'

const server = await startTestServer()
const { database } = server
const owner = await createUser(database)
const friend = await createUser(database)
const stranger = await createUser(database)
const gone = await createUser(database, { deletedAt: new Date() })

/** An album of one listed asset and one active shared user, among others that are neither. */
async function createMixedAlbum() {
  const listed = await createAsset(database, owner)
  const trashed = await createAsset(database, owner, { deletedAt: new Date() })
  const motion = await createAsset(database, owner, { isVisible: false })
  const assetIds = [listed, trashed, motion].map(({ id }) => id)
  return { album: await createAlbum(database, owner, { assetIds, sharedWith: [gone, friend] }), listed }
}

let made: Awaited<ReturnType<typeof createMixedAlbum>>
beforeAll(async () => {
  made = await createMixedAlbum()
  await createMixedAlbum()
})

function ask(path: string, { apiKey } = owner) {
  return send(server, path.replace(':id', made.album.id), { apiKey })
}

const views = ['/api/album/:id', '/api/album/:id?withoutAssets=true', '/api/album', '/api/album?limit=1000']

/** The album of an answer, which may be a list. */
function albumOf({ body }: { body: { id: string } | { id: string }[] }) {
  return [body].flat().find(({ id }) => id === made.album.id)
}

describe('C14 an album has its listed assets and active users alone', () => {
  test.each(views)('in %s', async (path) => {
    const answer = await ask(path)

    const { fileCreatedAt, fileModifiedAt } = made.listed
    expect(albumOf(answer)).toMatchObject({
      assetCount: 1,
      startDate: fileCreatedAt.toISOString(),
      endDate: fileCreatedAt.toISOString(),
      lastModifiedAssetTimestamp: fileModifiedAt.toISOString(),
      sharedUsers: [{ id: friend.id }],
    })
  })

  test('when it is shared with further users', async () => {
    const { apiKey } = owner
    const path = `/api/album/${made.album.id}/users`

    const answer = await send(server, path, { method: 'PUT', apiKey, body: { sharedUserIds: [friend.id] } })

    expect(answer.body).toMatchObject({ assetCount: 1, assets: [{ id: made.listed.id }] })
    expect(answer.body.sharedUsers).toMatchObject([{ id: friend.id }])
  })
})

test.each([
  ['/api/album/:id', 202],
  ['/api/album/:id?withoutAssets=true', 0],
])('C8 %s with a long list of assets is shown to the owner and the shared users alone', async (path, length) => {
  const assetIds = await createAssets(database, owner, 201)
  await database.albumAsset.createMany({ data: assetIds.map((assetId) => ({ albumId: made.album.id, assetId })) })

  const answers = await Promise.all([owner, friend, stranger].map((user) => ask(path, user)))
  await database.albumAsset.deleteMany({ where: { assetId: { in: assetIds } } })

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 404])
  expect(answers[1]?.body).toMatchObject({ assetCount: 202, sharedUsers: [{ id: friend.id }] })
  expect(answers[1]?.body.assets).toHaveLength(length)
})
