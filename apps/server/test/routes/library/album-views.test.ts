import { beforeAll, describe, expect, test } from 'vitest'
import { createAsset, createAssets, createUser } from '../../support/database/factories.js'
import { send } from '../../support/http/client.js'
import { startTestServer } from '../../support/http/server.js'

const server = await startTestServer()
const { database } = server
const owner = await createUser(database)
const friend = await createUser(database)
const stranger = await createUser(database)
const gone = await createUser(database, { deletedAt: new Date() })

/** An album of one listed asset and one active shared user, among others that are neither. */
async function createAlbum() {
  const listed = await createAsset(database, owner)
  const trashed = await createAsset(database, owner, { deletedAt: new Date() })
  const motion = await createAsset(database, owner, { isVisible: false })
  const album = await database.album.create({
    data: {
      ownerId: owner.id,
      albumName: 'Summer',
      assets: { create: [listed, trashed, motion].map(({ id: assetId }) => ({ assetId })) },
      sharedUsers: { create: [gone, friend].map(({ id: userId }) => ({ userId })) },
    },
  })
  return { album, listed }
}

let made: Awaited<ReturnType<typeof createAlbum>>
beforeAll(async () => {
  made = await createAlbum()
  await createAlbum()
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

describe('C8 an album is shown to its owner and its shared users alone', () => {
  test.each(['', '?withoutAssets=true'])('/api/album/:id%s', async (query) => {
    const path = `/api/album/:id${query}`

    expect((await ask(path)).body.id).toBe(made.album.id)
    expect((await ask(path, friend)).body.id).toBe(made.album.id)
    expect((await ask(path, stranger)).status).toBe(404)
  })

  test('also when its list of assets is long', async () => {
    const assetIds = await createAssets(database, owner, 201)
    await database.albumAsset.createMany({ data: assetIds.map((assetId) => ({ albumId: made.album.id, assetId })) })

    const answers = await Promise.all([owner, friend, stranger].map((user) => ask('/api/album/:id', user)))
    await database.albumAsset.deleteMany({ where: { assetId: { in: assetIds } } })

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 404])
    expect(answers[1]?.body).toMatchObject({ assetCount: 202, sharedUsers: [{ id: friend.id }] })
    expect(answers[1]?.body.assets).toHaveLength(202)
  })
})
