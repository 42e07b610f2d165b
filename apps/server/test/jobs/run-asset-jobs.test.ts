import { describe, expect, test } from 'vitest'
import { priorities } from '../../src/jobs/queue/enqueue-jobs.js'
import { createAssets, createUser } from '../support/database/factories.js'
import { createClientFor } from '../support/http/client.js'
import { startTestServer } from '../support/http/server.js'

const server = await startTestServer()
const { database } = server
const ada = await createUser(database)
const client = createClientFor(server, ada)

function refresh(assetIds: string[]) {
  return client.runAssetJobs({ body: { assetIds, name: 'refresh-metadata' } })
}

function listJobs(assetIds: string[]) {
  return database.assetJob.findMany({ where: { assetId: { in: assetIds } } })
}

describe('runAssetJobs', () => {
  test.each(['regenerate-thumbnail', 'refresh-metadata', 'transcode-video'] as const)(
    '%s is committed for each asset, whatever its type, when it answers 204, without a body (J1, J3, J5)',
    async (name) => {
      const assetIds = await createAssets(database, ada, 2)

      const answer = await client.runAssetJobs({ body: { assetIds, name } })

      expect(answer.status).toBe(204)
      expect(answer.body).toBeUndefined()
      expect(await listJobs(assetIds)).toMatchObject([
        { name, state: 'queued' },
        { name, state: 'queued' },
      ])
    },
  )

  test.each([
    ['waits stays as it is', 'queued', { state: 'queued', again: false }],
    ['runs is queued to run once more', 'running', { state: 'running', again: true }],
    ['has ended is queued again', 'failed', { state: 'queued', again: false }],
  ] as const)('a job that %s (J4)', async (_name, state, left) => {
    const [id] = (await createAssets(database, ada, 1)) as [string]
    await refresh([id, id])
    const queuedAt = new Date(0)
    await database.assetJob.updateMany({ where: { assetId: id }, data: { state, queuedAt } })

    await refresh([id])
    await refresh([id])

    expect(await listJobs([id])).toMatchObject([{ ...left, ...(state === 'queued' && { queuedAt }) }])
  })

  test('a job that waits in bulk gets the priority of the person who asks (J9)', async () => {
    const ids = await createAssets(database, ada, 2)
    await refresh(ids)
    await database.assetJob.updateMany({ where: { assetId: ids[0] as string }, data: { priority: priorities.bulk } })

    await refresh(ids)

    expect(await listJobs(ids)).toMatchObject([{ priority: priorities.person }, { priority: priorities.person }])
  })

  test('accepts an empty list, and many ids with a tenth of them repeated (C7)', async () => {
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
    expect(await listJobs(ids)).toHaveLength(50)
  })
})
