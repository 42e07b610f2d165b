import { describe, expect, onTestFinished, test } from 'vitest'
import {
  createAlbum,
  createAsset,
  createAssets,
  createTag,
  createUser,
  type TestUser,
} from '../support/database/factories.js'
import { createClientFor } from '../support/http/client.js'
import { type EventReader, listenTo, readUserEvents } from '../support/http/event-reader.js'
import { startTestServer } from '../support/http/server.js'

const server = await startTestServer()
const { database } = server

function listen({ apiKey }: TestUser) {
  return listenTo(server, { apiKey })
}

function shown({ events }: EventReader) {
  return events.map(({ id: _id, at: _at, ...event }) => event)
}

describe('listenToEvents', () => {
  test('tells the owner of a new asset, although nobody announces it (E1)', async () => {
    const user = await createUser(database)
    const reader = await readUserEvents(server, user)
    onTestFinished(reader.leave)

    const { id: assetId } = await createAsset(database, user)

    await reader.wait(1)
    expect(shown(reader)).toEqual([{ type: 'asset.added', assetId }])
  })

  test('tells an owner what changed of an asset', async () => {
    const user = await createUser(database)
    const { id: assetId } = await createAsset(database, user)
    const reader = await listen(user)

    await createTag(database, user, { assetIds: [assetId] })
    await reader.wait(1)
    await database.exif.create({ data: { assetId, city: 'Bern' } })
    await reader.wait(2)
    await database.asset.update({ where: { id: assetId }, data: { isFavorite: true } })

    await reader.wait(3)
    expect(shown(reader)).toEqual([
      { type: 'asset.updated', assetId, changed: ['tags'] },
      { type: 'asset.updated', assetId, changed: ['exifInfo'] },
      { type: 'asset.updated', assetId, changed: ['asset'] },
    ])
  })

  test('tells the owner and the shared users of an album (E2, E9)', async () => {
    const [owner, friend, other] = [await createUser(database), await createUser(database), await createUser(database)]
    const guest = await createUser(database)
    await createAlbum(database, other, { assetIds: await createAssets(database, other, 1), sharedWith: [guest] })
    const [ofOwner, ofFriend, ofOther] = [await listen(owner), await listen(friend), await listen(other)]
    const ofGuest = await listen(guest)
    const [assetId = ''] = await createAssets(database, owner, 1)

    const client = createClientFor(server, owner)
    const { body } = await client.createAlbum({
      body: { albumName: 'A', assetIds: [assetId], sharedWithUserIds: [friend.id] },
    })
    const albumId = (body as { id: string }).id
    await database.asset.update({ where: { id: assetId }, data: { isFavorite: true } })

    await ofFriend.wait(2)
    await ofOwner.wait(4)
    expect(shown(ofOwner)).toEqual([
      { type: 'asset.added', assetId },
      { type: 'album.created', albumId },
      { type: 'album.shared', albumId, userIds: [friend.id] },
      { type: 'asset.updated', assetId, changed: ['asset'] },
    ])
    expect(shown(ofFriend)).toEqual([
      { type: 'album.shared', albumId, userIds: [friend.id] },
      { type: 'asset.updated', assetId, changed: ['asset'] },
    ])
    expect([shown(ofOther), shown(ofGuest)]).toEqual([[], []])
  })

  test('sends what was missed, in its order, and nothing of others (E2, E3, E4)', async () => {
    const user = await createUser(database)
    const first = await listen(user)
    await createAssets(database, user, 1)
    await first.wait(1)
    first.leave()
    await createAssets(database, await createUser(database), 2)
    const missed = await createAssets(database, user, 1_500)

    const second = await listenTo(server, { apiKey: user.apiKey, lastEventId: first.lastId() })

    await second.wait(1_500)
    expect(shown(second)).toEqual(missed.map((assetId) => ({ type: 'asset.added', assetId })))
  })
})
