import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createAsset, createAssets, createUser } from '../support/database/factories.js'
import { clientOf } from '../support/http/client.js'
import { startTestServer } from '../support/http/server.js'

const server = await startTestServer()
const { database } = server
const ada = await createUser(database)
const ben = await createUser(database)
const client = clientOf(server, ada)

function refresh(assetIds: string[]) {
  return client.runAssetJobs({ body: { assetIds, name: 'refresh-metadata' } })
}

function jobsOf(assetIds: string[]) {
  return database.assetJob.findMany({ where: { assetId: { in: assetIds } } })
}

describe('runAssetJobs', () => {
  test.each(['regenerate-thumbnail', 'refresh-metadata', 'transcode-video'] as const)(
    'J1 J3 J5 %s is committed for each asset, whatever its type, when it answers 204, without a body',
    async (name) => {
      const assetIds = await createAssets(database, ada, 2)

      const answer = await client.runAssetJobs({ body: { assetIds, name } })

      expect(answer.status).toBe(204)
      expect(answer.body).toBeUndefined()
      expect(await jobsOf(assetIds)).toMatchObject([
        { name, state: 'queued' },
        { name, state: 'queued' },
      ])
    },
  )

  test('J2 C8 refuses foreign and unknown assets at their positions, and queues nothing', async () => {
    const [mine] = (await createAssets(database, ada, 1)) as [string]
    const foreign = await createAsset(database, ben)

    const answer = await refresh([mine, foreign.id, randomUUID()])

    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'unusable_ids', errors: [{ pointer: '/assetIds/1' }, { pointer: '/assetIds/2' }] },
    })
    expect(await jobsOf([mine, foreign.id])).toEqual([])
  })

  test('J4 a waiting job is not queued again', async () => {
    const [id] = (await createAssets(database, ada, 1)) as [string]

    await refresh([id, id])
    const [before] = await jobsOf([id])
    await refresh([id])

    expect(await jobsOf([id])).toEqual([before])
  })

  test('J4 a running job is queued to run once more', async () => {
    const [id] = (await createAssets(database, ada, 1)) as [string]
    await refresh([id])
    await database.assetJob.updateMany({ where: { assetId: id }, data: { state: 'running' } })

    await refresh([id])
    await refresh([id])

    expect(await jobsOf([id])).toMatchObject([{ state: 'running', again: true }])
  })

  test('J4 a finished job is queued again', async () => {
    const [id] = (await createAssets(database, ada, 1)) as [string]
    await refresh([id])
    await database.assetJob.updateMany({ where: { assetId: id }, data: { state: 'failed' } })

    await refresh([id])

    expect(await jobsOf([id])).toMatchObject([{ state: 'queued', again: false }])
  })

  test('C7 accepts an empty list, and many ids with a tenth of them repeated', async () => {
    const ids = await createAssets(database, ada, 9_000)

    const none = await refresh([])
    const many = await refresh([...ids, ...ids.slice(0, 1_000)])

    expect([none.status, many.status]).toEqual([204, 204])
    expect(await database.assetJob.count({ where: { ownerId: ada.id, assetId: { gte: ids[0] as string } } })).toBe(
      9_000,
    )
  })

  test('equal and overlapping concurrent calls all succeed', async () => {
    const ids = await createAssets(database, ada, 50)

    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, turn) => refresh(turn % 2 ? ids : [...ids].reverse())),
    )

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]))
    expect(await jobsOf(ids)).toHaveLength(50)
  })
})
