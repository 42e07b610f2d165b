import { randomUUID } from 'node:crypto'
import type { JobName, JobState } from '@media-library/contract'
import { describe, expect, test } from 'vitest'
import { createAlbum, createAsset, createAssets, createJob, createUser } from '../support/database/factories.js'
import { send } from '../support/http/client.js'
import { startTestServer } from '../support/http/server.js'

const server = await startTestServer()
const { database } = server
const moment = new Date('2024-07-20T10:00:00.000Z')

function addJob(assetId: string, name: JobName, state: JobState, more: { reason?: string } = {}) {
  return createJob(database, { assetId, name, state, queuedAt: moment, ...more })
}

async function list(user: { apiKey: string }, query = '') {
  const { status, body } = await send(server, `/api/asset/jobs${query}`, { apiKey: user.apiKey })
  return { status, body }
}

function named(rows: { assetId: string; name: string }[]) {
  return rows.map(({ assetId, name }) => [assetId, name])
}

describe('getAssetJobs', () => {
  test('lists the jobs of own assets, newest asset first, then by name (J8)', async () => {
    const ada = await createUser(database)
    const [first = '', second = ''] = await createAssets(database, ada, 2)
    await addJob(first, 'regenerate-thumbnail', 'queued')
    await addJob(second, 'transcode-video', 'skipped', { reason: 'it is not a video' })
    await createJob(database, {
      assetId: second,
      name: 'refresh-metadata',
      state: 'failed',
      attempts: 3,
      reason: 'the file is gone',
      queuedAt: moment,
      startedAt: moment,
      finishedAt: moment,
    })

    const { status, body } = await list(ada)

    expect(status).toBe(200)
    expect(named(body)).toEqual([
      [second, 'refresh-metadata'],
      [second, 'transcode-video'],
      [first, 'regenerate-thumbnail'],
    ])
    expect(body[0]).toEqual({
      assetId: second,
      name: 'refresh-metadata',
      state: 'failed',
      attempts: 3,
      reason: 'the file is gone',
      queuedAt: moment.toISOString(),
      startedAt: moment.toISOString(),
      finishedAt: moment.toISOString(),
    })
    expect(body[2]).toMatchObject({ state: 'queued', attempts: 0, reason: null, startedAt: null, finishedAt: null })
  })

  test('lists those of some assets, with a name, or in a state (J8)', async () => {
    const ada = await createUser(database)
    const [a = '', b = '', c = ''] = await createAssets(database, ada, 3)
    for (const id of [a, b, c]) await addJob(id, 'regenerate-thumbnail', 'queued')
    await addJob(a, 'refresh-metadata', 'failed')

    expect(named((await list(ada, `?assetId=${a.toUpperCase()}&assetId=${b}&name=regenerate-thumbnail`)).body)).toEqual(
      [
        [b, 'regenerate-thumbnail'],
        [a, 'regenerate-thumbnail'],
      ],
    )
    expect(named((await list(ada, `?assetId=${c}`)).body)).toEqual([[c, 'regenerate-thumbnail']])
    expect(named((await list(ada, '?state=failed')).body)).toEqual([[a, 'refresh-metadata']])
    expect((await list(ada, `?${`assetId=${a}&`.repeat(201)}`)).status).toBe(400)
  })

  test('foreign, trashed and unknown ids have no records (J8)', async () => {
    const ada = await createUser(database)
    const ben = await createUser(database)
    const theirs = await createAsset(database, ben)
    const trashed = await createAsset(database, ada, { deletedAt: new Date() })
    for (const { id } of [theirs, trashed]) await addJob(id, 'refresh-metadata', 'queued')
    await createAlbum(database, ben, { assetIds: [theirs.id], sharedWith: [ada] })

    expect(await list(ada)).toMatchObject({ status: 200, body: [] })
    expect((await list(ada, `?assetId=${theirs.id}&assetId=${trashed.id}&assetId=${randomUUID()}`)).body).toEqual([])
    expect((await list(ben)).body).toHaveLength(1)
  })
})

describe('getJobCounts', () => {
  test('counts own jobs of listed assets by name and state, with 0 where there is none (J8)', async () => {
    const ada = await createUser(database)
    const ben = await createUser(database)
    const [a = '', b = ''] = await createAssets(database, ada, 2)
    await addJob(a, 'regenerate-thumbnail', 'queued')
    await addJob(b, 'regenerate-thumbnail', 'queued')
    await addJob(b, 'refresh-metadata', 'failed')
    const { id: trashed } = await createAsset(database, ada, { deletedAt: new Date() })
    await addJob(trashed, 'refresh-metadata', 'queued')
    const none = { queued: 0, running: 0, succeeded: 0, skipped: 0, failed: 0 }

    const { body } = await send(server, '/api/asset/jobs/counts', ada)
    const others = await send(server, '/api/asset/jobs/counts', ben)

    expect(body).toEqual({
      'regenerate-thumbnail': { ...none, queued: 2 },
      'refresh-metadata': { ...none, failed: 1 },
      'transcode-video': none,
    })
    expect(others.body['regenerate-thumbnail']).toEqual(none)
  })
})
