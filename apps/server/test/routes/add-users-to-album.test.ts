import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { createAssets, createUser, type TestUser } from '../support/database/factories.js'
import { clientOf, send } from '../support/http/client.js'
import { startTestServer } from '../support/http/server.js'
import { LONG_TRANSACTION } from '../support/until.js'

const server = await startTestServer()
const { database } = server
const owner = await createUser(database)
const [ben, eve, kim] = await Promise.all([createUser(database), createUser(database), createUser(database)])

let albumId: string

beforeEach(async () => {
  const album = await database.album.create({ data: { ownerId: owner.id, albumName: 'Trip' } })
  albumId = album.id
})

function share(sharedUserIds: string[], { as = owner, id = albumId }: { as?: TestUser; id?: string } = {}) {
  return clientOf(server, as).addUsersToAlbum({ params: { id }, body: { sharedUserIds } })
}

async function sharesOf(id: string) {
  return (await database.albumUser.findMany({ where: { albumId: id }, orderBy: { position: 'asc' } })).map(
    ({ userId }) => userId,
  )
}

describe('addUsersToAlbum', () => {
  test('C12 shares the album with each user in the order in which they were added', async () => {
    await share([kim.id])

    const answer = await share([eve.id, ben.id, eve.id.toUpperCase()])

    expect(answer).toMatchObject({
      status: 200,
      body: { shared: true, sharedUsers: [{ id: kim.id }, { id: eve.id }, { id: ben.id }] },
    })
  })

  test('U2 users who already have the album, and the owner, change nothing', async () => {
    const before = await share([ben.id])

    const answer = await share([ben.id, owner.id])

    expect(answer).toMatchObject({ status: 200, body: before.body })
  })

  test('U2 a user who already has the album does not prevent adding others', async () => {
    await share([ben.id])

    const answer = await share([ben.id, eve.id])

    expect(answer).toMatchObject({ status: 200, body: { sharedUsers: [{ id: ben.id }, { id: eve.id }] } })
  })

  test('U5 updatedAt changes when somebody was added, and only then', async () => {
    const { updatedAt } = await database.album.findUniqueOrThrow({ where: { id: albumId } })

    const nobody = await share([owner.id])
    const somebody = await share([ben.id])

    expect(nobody.body).toMatchObject({ updatedAt: updatedAt.toISOString() })
    expect(somebody.body).toSatisfy((body: { updatedAt: string }) => body.updatedAt > updatedAt.toISOString())
  })

  test('U5 return=minimal leaves the assets out and counts them', async () => {
    const assetIds = await createAssets(database, owner, 2)
    await database.albumAsset.createMany({ data: assetIds.map((assetId) => ({ albumId, assetId })) })
    const request = { params: { id: albumId }, body: { sharedUserIds: [ben.id] } }

    const whole = await clientOf(server, owner).addUsersToAlbum(request)
    const minimal = await clientOf(server, owner).addUsersToAlbum({ ...request, headers: { prefer: 'return=minimal' } })

    expect(whole.body).toMatchObject({ assets: [{ id: assetIds[1] }, { id: assetIds[0] }], assetCount: 2 })
    expect(minimal.body).toMatchObject({ assets: [], assetCount: 2 })
    expect(minimal.headers.get('preference-applied')).toBe('return=minimal')
  })

  test('U5 adds users to this album alone, and changes no other', async () => {
    const other = await database.album.create({ data: { ownerId: owner.id, albumName: 'Other' } })

    await share([ben.id])

    expect(await sharesOf(other.id)).toEqual([])
    expect(await database.album.findUniqueOrThrow({ where: { id: other.id } })).toEqual(other)
  })

  test('U1 a shared user is refused without waiting for a change of the album', async () => {
    await share([ben.id])

    const answer = await database.$transaction(async (transaction) => {
      await transaction.$executeRaw`SELECT FROM album WHERE id = ${albumId}::uuid FOR UPDATE`
      return share([eve.id], { as: ben })
    }, LONG_TRANSACTION)

    expect(answer.status).toBe(403)
  })

  test('U3 an unknown or deleted user is refused, and nobody is added', async () => {
    const gone = await createUser(database, { deletedAt: new Date() })

    const answer = await share([ben.id, gone.id, randomUUID()])

    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'unusable_ids', errors: [{ pointer: '/sharedUserIds/1' }, { pointer: '/sharedUserIds/2' }] },
    })
    expect(await sharesOf(albumId)).toEqual([])
  })

  test('U1 a shared user gets 403, and anybody else 404', async () => {
    await share([ben.id])

    const shared = await share([eve.id], { as: ben })
    const stranger = await share([eve.id], { as: kim })

    expect(shared).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    expect(stranger).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect(await sharesOf(albumId)).toEqual([ben.id])
  })

  test('C10 the album is checked before the users in the body', async () => {
    const answer = await share([randomUUID()], { as: kim })

    expect(answer.status).toBe(404)
  })

  test('C7 an empty list has no effect', async () => {
    expect(await share([])).toMatchObject({ status: 200, body: { shared: false } })
  })

  test.each([
    ['no list', {}, '/sharedUserIds', 'required'],
    ['an unknown property', { sharedUserIds: [], role: 'editor' }, '/role', 'unknown_property'],
    ['an id that is none', { sharedUserIds: ['me'] }, '/sharedUserIds/0', 'invalid_id'],
  ])('C4 refuses %s', async (_name, body, pointer, code) => {
    const answer = await send(server, `/api/album/${albumId}/users`, { method: 'PUT', apiKey: owner.apiKey, body })

    expect(answer).toMatchObject({ status: 400, body: { errors: [{ pointer, code }] } })
  })

  test('C1 a path id that is not a UUID is named, and one in upper case is accepted', async () => {
    const wrong = await share([], { id: 'trip' })
    const upper = await share([], { id: albumId.toUpperCase() })

    expect(wrong).toMatchObject({ status: 400, body: { errors: [{ pointer: '/path/id', code: 'invalid_id' }] } })
    expect(upper.status).toBe(200)
  })

  test('U4 concurrent calls lose nobody', async () => {
    const users = await Promise.all(Array.from({ length: 16 }, () => createUser(database)))
    const ids = users.map(({ id }) => id)

    const answers = await Promise.all(ids.map((_, start) => share([...ids.slice(start), ...ids.slice(0, start)])))

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect((await sharesOf(albumId)).sort()).toEqual(ids.sort())
  })
})
