import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { createAlbum, createUser, type TestUser } from '../support/database/factories.js'
import { createClientFor } from '../support/http/client.js'
import { startTestServer } from '../support/http/server.js'
import { LONG_TRANSACTION } from '../support/until.js'

const server = await startTestServer()
const { database } = server
const owner = await createUser(database)
const [ben, eve, kim] = await Promise.all([createUser(database), createUser(database), createUser(database)])

let albumId: string

beforeEach(async () => {
  const album = await createAlbum(database, owner)
  albumId = album.id
})

function share(sharedUserIds: string[], as: TestUser = owner) {
  return createClientFor(server, as).addUsersToAlbum({ params: { id: albumId }, body: { sharedUserIds } })
}

async function readShares(id: string) {
  return (await database.albumUser.findMany({ where: { albumId: id }, orderBy: { position: 'asc' } })).map(
    ({ userId }) => userId,
  )
}

describe('addUsersToAlbum', () => {
  test('shares the album with each user in the order in which they were added (C12)', async () => {
    await share([kim.id])

    const answer = await share([eve.id, ben.id, eve.id.toUpperCase()])

    expect(answer).toMatchObject({
      status: 200,
      body: { shared: true, sharedUsers: [{ id: kim.id }, { id: eve.id }, { id: ben.id }] },
    })
  })

  test('updatedAt changes when somebody was added, and only then, and no other album does (U2, U5)', async () => {
    const { updatedAt } = await database.album.findUniqueOrThrow({ where: { id: albumId } })
    const other = await createAlbum(database, owner)

    const nobody = await share([owner.id])
    const somebody = await share([ben.id])
    const again = await share([ben.id, owner.id])

    expect(nobody.body).toMatchObject({ updatedAt: updatedAt.toISOString() })
    expect(somebody.body).toSatisfy((body: { updatedAt: string }) => body.updatedAt > updatedAt.toISOString())
    expect(again).toMatchObject({ status: 200, body: somebody.body })
    expect(await readShares(other.id)).toEqual([])
    expect(await database.album.findUniqueOrThrow({ where: { id: other.id } })).toEqual(other)
  })

  test('a shared user is refused without waiting for a change of the album (U1)', async () => {
    await share([ben.id])

    const answer = await database.$transaction(async (transaction) => {
      await transaction.$executeRaw`SELECT FROM album WHERE id = ${albumId}::uuid FOR UPDATE`
      return share([eve.id], ben)
    }, LONG_TRANSACTION)

    expect(answer.status).toBe(403)
  })

  test('an unknown or deleted user is refused, and nobody is added (U3)', async () => {
    const gone = await createUser(database, { deletedAt: new Date() })

    const answer = await share([ben.id, gone.id, randomUUID()])

    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'unusable_ids', errors: [{ pointer: '/sharedUserIds/1' }, { pointer: '/sharedUserIds/2' }] },
    })
    expect(await readShares(albumId)).toEqual([])
  })

  test('concurrent calls lose nobody (U4)', async () => {
    const users = await Promise.all(Array.from({ length: 16 }, () => createUser(database)))
    const ids = users.map(({ id }) => id)

    const answers = await Promise.all(ids.map((_, start) => share([...ids.slice(start), ...ids.slice(0, start)])))

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect((await readShares(albumId)).sort()).toEqual(ids.sort())
  })
})
