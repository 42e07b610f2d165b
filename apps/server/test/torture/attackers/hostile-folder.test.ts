import { mkdir, readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { enqueueJobs } from '../../../src/jobs/queue/enqueue-jobs.js'
import { makeFolder } from '../../fixtures/folder.js'
import { makeJpeg } from '../../fixtures/photo.js'
import { createTestDatabase } from '../../support/database/database.js'
import { createAsset, createUser } from '../../support/database/factories.js'
import { listJobsWithAssets } from '../../support/jobs/jobs-with-assets.js'
import { startRealWorker } from '../../support/jobs/real-worker.js'

async function hugeFile(path: string) {
  await writeFile(path, '')
  await truncate(path, 2 ** 30)
}

/** Each hostile file, what it says it is, and how its jobs end. */
async function makeFiles(folder: string) {
  const photo = await makeJpeg()
  const playlist = "ffconcat version 1.0\nfile 'photo.jpg'\n"
  const files = {
    'cut.jpg': photo.subarray(0, photo.length * 0.6),
    'empty.jpg': '',
    'text.jpg': '<svg xmlns="http://www.w3.org/2000/svg"><image href="photo.jpg"/></svg>',
    'cut.mp4': '\0\0\0\x14ftypisom\0\0\x02\0isom',
    'list.mp4': playlist,
    '-y': photo,
    'a;touch b': photo,
    '$(touch c).jpg': photo,
    'line\nbreak.jpg': photo,
    'photo.jpg': photo,
  }
  await mkdir(folder, { recursive: true })
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content)
  await hugeFile(join(folder, 'zeroes.mp4'))
  return [...Object.keys(files), 'zeroes.mp4']
}

/** All that a folder holds; of what is large, its size. */
async function readAll(folder: string) {
  const names = (await readdir(folder)).sort()
  return Promise.all(
    names.map(async (name) => {
      const { size, mtimeMs } = await stat(join(folder, name))
      return { name, size, mtimeMs, content: size < 2 ** 20 && (await readFile(join(folder, name), 'base64')) }
    }),
  )
}

test('a worker survives a folder of hostile files, gives each job its reason, and changes no file', async () => {
  const folder = join(await makeFolder(), 'photos')
  const names = await makeFiles(folder)
  const { url, drop } = await createTestDatabase()
  onTestFinished(drop)
  const worker = await startRealWorker({ DATABASE_URL: url, DATA_DIR: await makeFolder() })
  onTestFinished(worker.stop)
  const { database } = worker.context
  const owner = await createUser(database)
  const assets = await Promise.all(
    names.map((name) =>
      createAsset(database, owner, {
        originalPath: join(folder, name),
        originalFileName: name,
        type: name.endsWith('.mp4') ? 'VIDEO' : 'IMAGE',
      }),
    ),
  )
  const before = await readAll(folder)

  const ids = assets.map(({ id }) => id)
  for (const name of ['refresh-metadata', 'regenerate-thumbnail', 'transcode-video'] as const) {
    await enqueueJobs(database, name, ids)
  }
  await worker.drained()

  const jobs = await listJobsWithAssets(database)
  const ends = (name: string, job: string) =>
    jobs.filter((ended) => ended.asset.originalFileName === name && ended.name === job)[0]
  expect(jobs).toHaveLength(3 * names.length)
  for (const name of ['cut.jpg', 'empty.jpg', 'text.jpg', 'cut.mp4', 'list.mp4', 'zeroes.mp4']) {
    expect([name, ends(name, 'regenerate-thumbnail')]).toMatchObject([
      name,
      { state: 'failed', reason: expect.stringMatching(/./) },
    ])
  }
  for (const name of ['-y', 'a;touch b', '$(touch c).jpg', 'line\nbreak.jpg', 'photo.jpg']) {
    expect([name, ends(name, 'regenerate-thumbnail')?.state]).toEqual([name, 'succeeded'])
  }
  expect(jobs.filter(({ state, reason }) => state === 'failed' && !reason)).toEqual([])
  expect(await readAll(folder)).toEqual(before)
})
