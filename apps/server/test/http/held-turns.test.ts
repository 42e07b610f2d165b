import { expect, onTestFinished, test } from 'vitest'
import { admission } from '../../src/admission/admission.js'
import { createAlbum, createLink, createTaggedAssets, createUser } from '../support/database/factories.js'
import { send } from '../support/http/client.js'
import { startTestServer } from '../support/http/server.js'
import { until } from '../support/until.js'

/** One request at a time has a turn at the database. */
const server = await startTestServer({ DATABASE_CONNECTIONS: '1' })
const { database } = server
const [ada, ben] = [await createUser(database), await createUser(database)]

const MANY = 1_001
const { tag, assetIds } = await createTaggedAssets(database, ada, MANY)
const album = await createAlbum(database, ada, { assetIds })
await database.album.createMany({ data: Array.from({ length: MANY }, () => ({ ownerId: ada.id, albumName: '' })) })
await database.tag.createMany({ data: Array.from({ length: MANY }, (_, n) => ({ userId: ada.id, name: `tag ${n}` })) })
const createdAt = new Date((await database.asset.findFirstOrThrow()).localDateTime)

/** More than a mebibyte of ids. */
const ids = Array.from({ length: 30_000 }, (_, n) => assetIds[n % MANY])

test.each([
  ['of all assets', 'GET', '/api/asset', undefined],
  ['of a tag', 'GET', `/api/tag/${tag.id}/assets`, undefined],
  ['of all tags', 'GET', '/api/tag', undefined],
  ['of all albums', 'GET', '/api/album', undefined],
  ['of an album', 'GET', `/api/album/${album.id}`, undefined],
  ['of a year', 'GET', `/api/asset/time-bucket?size=MONTH&timeBucket=${createdAt.toISOString()}`, undefined],
  ['of a shared album', 'PUT', `/api/album/${album.id}/users`, { sharedUserIds: [ben.id] }],
  ['of a new album', 'POST', '/api/album', { albumName: '', assetIds: ids }],
])('who waits for readers of long lists to get one %s holds up nobody', async (_list, method, path, body) => {
  const readers = ['one', 'one', 'other', 'other']
  const ends = await Promise.all(readers.map((reader) => admission.longList.acquire(reader)))
  const endAll = () => {
    for (const end of ends) end()
  }
  onTestFinished(endAll)
  let isAnswered = false
  const list = send(server, path, { method, apiKey: ada.apiKey, body }).finally(() => {
    isAnswered = true
  })
  await until(() => admission.longList.isWanted('one'))

  const small = await send(server, '/api/tag', { apiKey: ben.apiKey })
  const large = await send(server, '/api/album', {
    method: 'POST',
    apiKey: ben.apiKey,
    body: `{"albumName":"Large"}${' '.repeat(1024 * 1024)}`,
  })

  expect(isAnswered).toBe(false)
  endAll()
  expect([small.status, large.status]).toEqual([200, 201])
  expect((await list).status).toBeLessThan(300)
})

test.each([
  ['lists', admission.longList, 'GET', `/api/album/${album.id}`, undefined],
  ['lists of what to download', admission.archiveList, 'POST', '/api/download/info', { albumId: album.id }],
] as const)(
  'visitors of all links of a user have two %s at once, as a user has',
  async (_, turns, method, path, body) => {
    const to = { userId: ada.id, albumId: album.id }
    const links = [await createLink(database, to), await createLink(database, to)]
    const ends = await Promise.all([1, 2].map(() => turns.acquire(`links of ${ada.id}`)))
    const endAll = () => {
      for (const end of ends) end()
    }
    onTestFinished(endAll)
    let answered = 0
    const visits = links.map((key) =>
      send(server, `${path}?key=${key}`, { method, body }).finally(() => {
        answered += 1
      }),
    )
    await until(() => turns.isWanted(`links of ${ada.id}`))

    const others = await send(server, path, { method, apiKey: ada.apiKey, body })

    expect(others.status).toBeLessThan(300)
    expect(answered).toBe(0)
    endAll()
    expect((await Promise.all(visits)).map(({ status }) => status)).toEqual([others.status, others.status])
  },
)
