import { afterEach, describe, expect, test } from 'vitest'
import { createAsset, createAssets, createTag, createUser, type TestUser } from '../support/database/factories.js'
import { clientOf } from '../support/http/client.js'
import { type EventReader, readEventsOf } from '../support/http/event-reader.js'
import { startTestServer } from '../support/http/server.js'

const server = await startTestServer()
const { database } = server

const readers: EventReader[] = []
afterEach(() => {
  for (const reader of readers.splice(0)) reader.leave()
})

async function listen({ apiKey }: TestUser, options: { lastEventId?: string; query?: string } = {}) {
  const reader = await readEventsOf(server, { apiKey, ...options })
  readers.push(reader)
  return reader
}

function shown({ events }: EventReader) {
  return events.map(({ id: _id, at: _at, ...event }) => event)
}

describe('listenToEvents', () => {
  test('E1 tells the owner of a new asset', async () => {
    const user = await createUser(database)
    const reader = await listen(user)

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

  test('E2 E9 tells the owner and the shared users of an album', async () => {
    const [owner, friend, other] = [await createUser(database), await createUser(database), await createUser(database)]
    const [ofOwner, ofFriend, ofOther] = [await listen(owner), await listen(friend), await listen(other)]
    const [assetId = ''] = await createAssets(database, owner, 1)

    const client = clientOf(server, owner)
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
    expect(shown(ofOther)).toEqual([])
  })

  test('E3 E4 sends what was missed, in its order', async () => {
    const user = await createUser(database)
    const first = await listen(user)
    const [one = ''] = await createAssets(database, user, 1)
    const [event] = await first.wait(1)
    first.leave()
    const missed = await createAssets(database, user, 1_500)

    const second = await listen(user, { lastEventId: event?.id ?? '' })

    await second.wait(1_500)
    expect(shown(second)).toEqual(missed.map((assetId) => ({ type: 'asset.added', assetId })))
    expect(one).not.toBe('')
  })

  test('says that events may be missing when it does not know the last one', async () => {
    const user = await createUser(database)

    const reader = await listen(user, { lastEventId: 'unknown' })

    await reader.wait(1)
    expect(shown(reader)).toEqual([{ type: 'reset' }])
  })
})
