import { beforeAll, describe, expect, test } from 'vitest'
import { createAlbum, createAsset, createAssets, createUser } from '../support/database/factories.js'
import { send } from '../support/http/client.js'
import { startTestServer } from '../support/http/server.js'

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
function readAlbum({ body }: { body: { id: string } | { id: string }[] }) {
  return [body].flat().find(({ id }) => id === made.album.id)
}

describe('an album has its listed assets and active users alone (C14)', () => {
  test.each(views)('in %s', async (path) => {
    const answer = await ask(path)

    const { fileCreatedAt, fileModifiedAt } = made.listed
    expect(readAlbum(answer)).toMatchObject({
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
])('%s with a long list of assets is shown to the owner and the shared users alone (C8)', async (path, length) => {
  const assetIds = await createAssets(database, owner, 201)
  await database.albumAsset.createMany({ data: assetIds.map((assetId) => ({ albumId: made.album.id, assetId })) })

  const answers = await Promise.all([owner, friend, stranger].map((user) => ask(path, user)))
  await database.albumAsset.deleteMany({ where: { assetId: { in: assetIds } } })

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 404])
  expect(answers[1]?.body).toMatchObject({ assetCount: 202, sharedUsers: [{ id: friend.id }] })
  expect(answers[1]?.body.assets).toHaveLength(length)
})

describe("whether another's asset is a favorite, or archived, is false (C15)", () => {
  const flags = { isFavorite: true, isArchived: true, localDateTime: new Date('2024-06-01T12:00Z') }

  /** An album of the owner with a stack of theirs and a photo of the friend, all of them favorites and archived. */
  async function createFlaggedAlbum(furtherIds: string[] = []) {
    const [mine, child] = await Promise.all([createAsset(database, owner, flags), createAsset(database, owner, flags)])
    const stack = await database.stack.create({ data: { ownerId: owner.id, primaryAssetId: mine.id } })
    await database.asset.updateMany({ where: { id: { in: [mine.id, child.id] } }, data: { stackId: stack.id } })
    const theirs = await createAsset(database, friend, flags)
    const assetIds = [mine.id, theirs.id, ...furtherIds]
    const { id } = await createAlbum(database, owner, { assetIds, sharedWith: [friend] })
    return { id, mine: mine.id, child: child.id, theirs: theirs.id }
  }

  type Flagged = { id: string; isFavorite: boolean; isArchived: boolean; stack?: Flagged[] }

  /** What an answer says of the flags of each of its assets, those in stacks included. */
  function toFlags(assets: Flagged[]): Record<string, boolean[]> {
    const all = assets.flatMap((asset) => [asset, ...(asset.stack ?? [])])
    return Object.fromEntries(all.map(({ id, isFavorite, isArchived }) => [id, [isFavorite, isArchived]]))
  }

  test('in an album, its timeline, what sharing answers, and an asset', async () => {
    const { id, mine, child, theirs } = await createFlaggedAlbum()
    const toOwner = { [mine]: [true, true], [child]: [true, true], [theirs]: [false, false] }
    const toFriend = { [mine]: [false, false], [child]: [false, false], [theirs]: [true, true] }
    const bucket = `/api/asset/time-bucket?size=DAY&timeBucket=2024-06-01&albumId=${id}`

    for (const [user, flagged] of [
      [owner, toOwner],
      [friend, toFriend],
    ] as const) {
      expect(toFlags((await send(server, `/api/album/${id}`, user)).body.assets)).toEqual(flagged)
      expect(toFlags((await send(server, bucket, user)).body)).toMatchObject(flagged)
      for (const assetId of [mine, theirs]) {
        const { body } = await send(server, `/api/asset/${assetId}`, user)
        expect(flagged).toMatchObject(toFlags([body]))
      }
    }
    const shared = { method: 'PUT', apiKey: owner.apiKey, body: { sharedUserIds: [friend.id] } } as const
    expect(toFlags((await send(server, `/api/album/${id}/users`, shared)).body.assets)).toEqual(toOwner)
  })

  test('in a long album', async () => {
    const assetIds = await createAssets(database, owner, 201)
    await database.asset.updateMany({ where: { id: { in: assetIds } }, data: flags })
    const { id, theirs } = await createFlaggedAlbum(assetIds)

    const { body } = await send(server, `/api/album/${id}`, friend)

    const { body: toOwner } = await send(server, `/api/album/${id}`, owner)
    expect(Object.entries(toFlags(body.assets)).filter(([, shown]) => shown.some(Boolean))).toEqual([
      [theirs, [true, true]],
    ])
    expect(toFlags(toOwner.assets)).toMatchObject({ [theirs]: [false, false] })
  })

  test('in the filters of a timeline, and with another ETag for each user', async () => {
    const { id, mine, child, theirs } = await createFlaggedAlbum()
    const bucket = `/api/asset/time-bucket?size=DAY&timeBucket=2024-06-01&albumId=${id}&isFavorite=`

    expect(Object.keys(toFlags((await send(server, `${bucket}true`, friend)).body))).toEqual([theirs])
    expect(Object.keys(toFlags((await send(server, `${bucket}false`, friend)).body)).sort()).toEqual(
      [child, mine].sort(),
    )
    const [own, other] = await Promise.all([owner, friend].map((user) => send(server, `/api/album/${id}`, user)))
    expect(own?.headers.get('etag')).not.toBe(other?.headers.get('etag'))
  })
})
