import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { Prisma } from '../../../src/generated/prisma/client.js'
import { enqueueJobs } from '../../../src/jobs/queue/enqueue-jobs.js'
import { toDerivedKey } from '../../../src/storage/derived-files.js'
import { makeFolder } from '../../fixtures/folder.js'
import { createAsset, createJob, createUser } from '../../support/database/factories.js'
import { runHere, startCli } from '../../support/processes/cli.js'
import { createAssetsAt, openCliLibrary } from '../../support/processes/cli-library.js'
import { until } from '../../support/until.js'

const { url, database, run, close } = await openCliLibrary()
afterAll(close)
const ada = await createUser(database)
const [rome = '', oslo = ''] = await createAssetsAt(database, ada, ['/photos/rome.jpg', '/photos/oslo\n.jpg'])

function fail(assetId: string, reason: string) {
  return database.assetJob.updateMany({
    where: { assetId },
    data: { state: 'failed', reason, attempts: 3, finishedAt: new Date() },
  })
}

/** Assets that are recorded as drawn, in a data folder without files. */
async function addDrawn<Name extends string>(given: Record<Name, Partial<Prisma.AssetUncheckedCreateInput>>) {
  const entries = Object.entries(given) as [Name, Partial<Prisma.AssetUncheckedCreateInput>][]
  const assets = await Promise.all(
    entries.map(
      async ([name, more]) => [name, (await createAsset(database, ada, { resized: true, ...more })).id] as const,
    ),
  )
  return { dataDir: await makeFolder(), ids: Object.fromEntries(assets) as Record<Name, string> }
}

/** The path of a derived file, in a folder that is there. */
async function toPath(dataDir: string, folder: 'thumbs', { id, ending }: { id: string; ending: string }) {
  const path = join(dataDir, `${toDerivedKey(folder, { id, ownerId: ada.id })}.${ending}`)
  await mkdir(dirname(path), { recursive: true })
  return path
}

beforeEach(async () => {
  await database.assetJob.deleteMany()
})

describe('media-library jobs', () => {
  test('counts the jobs by name and state, and reports that no worker runs', async () => {
    await enqueueJobs(database, 'refresh-metadata', [rome, oslo])
    await enqueueJobs(database, 'regenerate-thumbnail', [rome])
    await fail(oslo, 'the file is cut off')

    const listed = await run(['jobs', '--json'])
    const shown = await run(['jobs'])

    expect(JSON.parse(listed.stdout)).toEqual([
      expect.objectContaining({ name: 'refresh-metadata', queued: 1, running: 0, failed: 1, perMinute: 1 }),
      expect.objectContaining({ name: 'regenerate-thumbnail', queued: 1, oldestWaiting: expect.any(String) }),
    ])
    expect(shown.stdout).toMatch(
      /Job +Queued +Running +Succeeded +With warnings +Skipped +Failed +Per minute +Oldest waiting/,
    )
    expect(shown.stderr).toContain('media-library jobs failed')
    expect(shown.stderr).toContain('No worker is running.')
  })

  test('`failed` shows the asset, the file, the reason and the attempts', async () => {
    await enqueueJobs(database, 'refresh-metadata', [rome, oslo])
    await fail(oslo, 'the file is cut off')

    const listed = await run(['jobs', 'failed', '--json'])
    const shown = await run(['jobs', 'failed'])

    expect(JSON.parse(listed.stdout)).toMatchObject([
      {
        assetId: oslo,
        name: 'refresh-metadata',
        file: '/photos/oslo\n.jpg',
        reason: 'the file is cut off',
        attempts: 3,
      },
    ])
    expect(shown.stdout.split('\n')).toHaveLength(3)
    expect(shown.stdout).toContain('/photos/oslo\\x0a.jpg')
  })

  test('`warnings` lists the jobs that succeeded with a warning, which the counts show', async () => {
    await enqueueJobs(database, 'refresh-metadata', [rome, oslo])
    await database.assetJob.updateMany({ data: { state: 'succeeded', attempts: 1, finishedAt: new Date() } })
    await database.assetJob.updateMany({ where: { assetId: rome }, data: { reason: 'the file is damaged' } })

    const listed = await run(['jobs', 'warnings', '--json'])
    const counted = await run(['jobs', '--json'])
    const shown = await run(['jobs'])

    expect(JSON.parse(listed.stdout)).toMatchObject([
      { assetId: rome, name: 'refresh-metadata', file: '/photos/rome.jpg', reason: 'the file is damaged' },
    ])
    expect(JSON.parse(counted.stdout)).toMatchObject([{ succeeded: 2, warnings: 1, failed: 0 }])
    expect(shown.stderr).toContain('media-library jobs warnings')
  })

  test('`retry` queues the failed jobs of some assets, or all', async () => {
    await enqueueJobs(database, 'refresh-metadata', [rome, oslo])
    await fail(oslo, 'no')
    await fail(rome, 'no')

    const one = await run(['jobs', 'retry', rome])
    const all = await run(['jobs', 'retry', '--failed', '--json'])

    expect(one.stdout).toBe('Queued 1 job again.\n')
    expect(JSON.parse(all.stdout)).toEqual({ queued: 1 })
    expect(await database.assetJob.count({ where: { state: 'queued', attempts: 0 } })).toBe(2)
  })

  test('`retry --missing` queues the jobs of files that are missing or empty, unless they wait, or the original is away', async () => {
    const { dataDir, ids } = await addDrawn({
      whole: {},
      missing: {},
      empty: {},
      waiting: {},
      offline: { isOffline: true },
      neverDrawn: { resized: false },
      video: { type: 'VIDEO' },
      playable: { type: 'VIDEO' },
    })
    const { whole, empty, waiting, video, playable } = ids
    for (const asset of [whole, video, playable])
      for (const ending of ['jpeg', 'webp'])
        await writeFile(await toPath(dataDir, 'thumbs', { id: asset, ending }), 'x')
    for (const ending of ['jpeg', 'webp']) await writeFile(await toPath(dataDir, 'thumbs', { id: empty, ending }), '')
    await createJob(database, { assetId: waiting, name: 'regenerate-thumbnail', state: 'queued' })
    await createJob(database, { assetId: video, name: 'transcode-video', state: 'succeeded' })
    await createJob(database, { assetId: playable, name: 'transcode-video', state: 'skipped' })
    const retry = () => runHere(['jobs', 'retry', '--missing', '--json'], { DATABASE_URL: url, DATA_DIR: dataDir })

    const first = await retry()
    const again = await retry()

    const jobs = await database.assetJob.findMany({ where: { state: 'queued' } })
    expect(JSON.parse(first.stdout)).toEqual({ queued: 3 })
    expect(JSON.parse(again.stdout)).toEqual({ queued: 0 })
    expect(jobs.map(({ assetId, name }) => [name, assetId]).sort()).toEqual([
      ...[ids.missing, empty, waiting].map((id) => ['regenerate-thumbnail', id]).sort(),
      ['transcode-video', video],
    ])
  })

  test('`watch` follows the jobs to the end', async () => {
    await enqueueJobs(database, 'refresh-metadata', [rome, oslo])

    const child = startCli(['jobs', 'watch', '--json'], { DATABASE_URL: url })
    let said = ''
    child.stdout.on('data', (chunk) => {
      said += chunk
    })
    const ended = once(child, 'close')
    await until(() => said.includes('\n'))
    await fail(oslo, 'no')
    await database.assetJob.updateMany({ where: { assetId: rome }, data: { state: 'succeeded' } })
    const [exitCode] = await ended

    const lines = said
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines[0]).toMatchObject({ queued: 2 })
    expect(lines.at(-1)).toMatchObject({ queued: 0, running: 0, failed: 1 })
    expect(exitCode).toBe(0)
  })

  test('`watch` ends at once when no job is waiting', async () => {
    const { stderr, exitCode } = await run(['jobs', 'watch'])

    expect(exitCode).toBe(0)
    expect(stderr).toMatch(/^No jobs are queued or running\. \d+ failed\.\n$/)
  })
})
