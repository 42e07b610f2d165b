import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createAsset, createAssets, createKey, createUser } from '../support/database/factories.js'
import { asProgram, catchProblem } from '../support/http/as-program.js'
import { createClientFor, send } from '../support/http/client.js'
import { startTestServer } from '../support/http/server.js'

const server = await startTestServer()
const { database } = server
const ada = await createUser(database)
const ben = await createUser(database)
const eve = await createUser(database)
const client = createClientFor(server, ada)

async function createAlbum(body: Parameters<typeof client.createAlbum>[0]['body']) {
  const answer = await client.createAlbum({ body })
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  return answer.body
}

async function createRefused(body: object) {
  const albumsBefore = await database.album.count()
  const answer = await send(server, '/api/album', { method: 'POST', apiKey: ada.apiKey, body })
  expect(await database.album.count()).toBe(albumsBefore)
  return answer
}

describe('createAlbum', () => {
  test('fills in what is left out, and the id, which is a UUID of version 7 (A5, C1)', async () => {
    const album = await createAlbum({ albumName: 'Summer' })

    expect(album).toEqual({
      albumName: 'Summer',
      albumThumbnailAssetId: null,
      assetCount: 0,
      assets: [],
      createdAt: album.updatedAt,
      description: '',
      hasSharedLink: false,
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
      isActivityEnabled: true,
      order: 'desc',
      owner: expect.objectContaining({ id: ada.id }),
      ownerId: ada.id,
      shared: false,
      sharedUsers: [],
      updatedAt: expect.any(String),
    })
  })

  test('answers all listed assets, newest first, then by id descending, with their count and dates (A6, A7, C14)', async () => {
    const day = (date: number) => new Date(Date.UTC(2021, 0, date))
    const early = { fileCreatedAt: day(1), fileModifiedAt: day(9) }
    const twins = [await createAsset(database, ada, early), await createAsset(database, ada, early)].map(({ id }) => id)
    const late = await createAsset(database, ada, { fileCreatedAt: day(5), fileModifiedAt: day(6), isArchived: true })
    const video = await createAsset(database, ada, { type: 'VIDEO', isVisible: false })

    const album = await createAlbum({ albumName: 'Dates', assetIds: [...twins, late.id, video.id] })

    expect(album.assets.map(({ id }) => id)).toEqual([late.id, ...twins.sort().reverse()])
    expect(album).toMatchObject({
      assetCount: 3,
      startDate: '2021-01-01T00:00:00.000Z',
      endDate: '2021-01-05T00:00:00.000Z',
      lastModifiedAssetTimestamp: '2021-01-09T00:00:00.000Z',
    })
  })

  test('shares with users in their order, and ignores the owner (A2)', async () => {
    const album = await createAlbum({ albumName: 'Shared', sharedWithUserIds: [eve.id, ada.id, ben.id, eve.id] })

    const { body } = await client.getAlbumInfo({ params: { id: album.id }, query: {} })
    expect(album.shared).toBe(true)
    expect(album.sharedUsers.map(({ id }) => id)).toEqual([eve.id, ben.id])
    expect(body).toMatchObject({ sharedUsers: album.sharedUsers })
  })

  test('a key without album.share makes an album, and shares none (X9)', async () => {
    const program = asProgram(server, { apiKey: await createKey(database, ada.id, { scopes: ['album.create'] }) })

    const refusal = await catchProblem(program.createAlbum({ albumName: 'Refused', sharedWithUserIds: [ben.id] }))
    const album = await program.createAlbum({ albumName: 'Own' })

    expect(refusal).toMatchObject({ code: 'forbidden', detail: "The key's scopes do not include album.share." })
    expect(album).toMatchObject({ albumName: 'Own', shared: false })
    expect(await database.album.count({ where: { albumName: 'Refused' } })).toBe(0)
  })

  test('return=minimal leaves the assets out and counts them (A7)', async () => {
    const assetIds = await createAssets(database, ada, 3)

    const answer = await client.createAlbum({
      body: { albumName: 'Minimal', assetIds },
      headers: { prefer: 'respond-async, return="minimal"' },
    })

    expect(answer.body).toMatchObject({ assets: [], assetCount: 3 })
    expect(answer.headers.get('preference-applied')).toBe('return=minimal')
  })

  test('duplicates count once, in either case (C7)', async () => {
    const [id] = (await createAssets(database, ada, 1)) as [string]

    const album = await createAlbum({ albumName: 'Set', assetIds: [id, id.toUpperCase(), id] })

    expect(album).toMatchObject({ assetCount: 1, albumThumbnailAssetId: id })
  })

  test('names every fault of a body, by pointers whose signs are escaped (C4)', async () => {
    const answer = await createRefused({ albumName: 1, 'a/b~c': [], sharedWithUserIds: [1, randomUUID(), 'x'] })

    const { errors } = answer.body as { errors: { pointer: string; code: string }[] }
    expect(errors.map(({ pointer, code }) => `${pointer} ${code}`).sort()).toEqual([
      '/albumName wrong_type',
      '/a~1b~0c unknown_property',
      '/sharedWithUserIds/0 wrong_type',
      '/sharedWithUserIds/2 invalid_id',
    ])
  })

  test('refuses unknown, foreign and trashed assets alike, at every position (A1, C8)', async () => {
    const [mine] = (await createAssets(database, ada, 1)) as [string]
    const foreign = await createAsset(database, ben)
    const trashed = await createAsset(database, ada, { deletedAt: new Date() })
    const assetIds = [mine, foreign.id, randomUUID(), mine, trashed.id, foreign.id]

    const { status, body } = await createRefused({
      albumName: 'No',
      assetIds,
      sharedWithUserIds: [ben.id, randomUUID()],
    })

    const details = new Set(
      body.errors.map(({ detail }: { detail: string }) => detail.replaceAll(/[0-9a-f-]{36}/g, 'id')),
    )
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'unusable_ids' })
    expect(body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
      '/assetIds/1',
      '/assetIds/2',
      '/assetIds/4',
      '/assetIds/5',
      '/sharedWithUserIds/1',
    ])
    expect(details.size).toBe(1)
  })

  test('names the first 100 offending positions and the total (C8)', async () => {
    const answer = await createRefused({ albumName: 'No', assetIds: Array.from({ length: 250 }, () => randomUUID()) })

    expect(answer.body.errors).toHaveLength(100)
    expect(answer.body.errorCount).toBe(250)
  })

  test('an asset that is deleted during the request leaves a complete album or none (A8)', async () => {
    for (let round = 0; round < 10; round += 1) {
      const albumName = `Race ${round}`
      const assetIds = await createAssets(database, ada, 100)

      const [answer] = await Promise.all([
        client.createAlbum({ body: { albumName, assetIds } }),
        database.asset.delete({ where: { id: assetIds[50] as string } }),
      ])

      const written = await database.albumAsset.count({ where: { album: { albumName } } })
      expect([201, 400]).toContain(answer.status)
      expect(written).toBe(answer.status === 201 ? 99 : 0)
      expect(await database.album.count({ where: { albumName } })).toBe(answer.status === 201 ? 1 : 0)
    }
  })
})
