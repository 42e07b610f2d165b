import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { JobName } from '@media-library/contract'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../../src/config/config.js'
import { enqueueJobs } from '../../src/jobs/queue/enqueue-jobs.js'
import { createMeasures } from '../../src/measures.js'
import { openDerivedFiles, toDerivedKey } from '../../src/storage/derived-files.js'
import { makeFolder } from '../fixtures/folder.js'
import { drawQuarters } from '../fixtures/picture.js'
import { makeVideo } from '../fixtures/video.js'
import { createTestDatabase } from '../support/database/database.js'
import { createAsset, createUser } from '../support/database/factories.js'
import { startRealWorker } from '../support/jobs/real-worker.js'
import { openObjectStore } from '../support/storage/object-store.js'

/** A library that keeps derived files in a bucket, whose real jobs run for the length of a test. */
async function openBucketLibrary() {
  const { url, drop } = await createTestDatabase()
  onTestFinished(drop)
  const store = await openObjectStore()
  const dataDir = await makeFolder()
  const worker = await startRealWorker({ DATABASE_URL: url, DATA_DIR: dataDir, ...store.environment })
  onTestFinished(worker.stop)
  const { database } = worker.context
  const owner = await createUser(database)
  return {
    store,
    dataDir,
    /** An asset whose file is still to be written; `run` runs its job to the end, and returns what became of it. */
    addFile: async (name: string, job: JobName) => {
      const path = join(await makeFolder(), name)
      const type = job === 'transcode-video' ? 'VIDEO' : 'IMAGE'
      const asset = await createAsset(database, owner, { originalPath: path, type })
      const run = async () => {
        await enqueueJobs(database, job, [asset.id])
        await worker.drained()
        return database.assetJob.findFirst({ where: { assetId: asset.id } })
      }
      return { asset, path, run }
    },
  }
}

async function listFiles(folder: string) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}

async function readWidth(image: Buffer) {
  return (await sharp(image).metadata()).width
}

test('a job stores its files in the bucket, and replaces them with newer ones', async () => {
  const { store, dataDir, addFile } = await openBucketLibrary()
  const { asset, path, run } = await addFile('photo.jpg', 'regenerate-thumbnail')
  const key = toDerivedKey('thumbs', asset)
  const draw = async (width: number) => {
    await (await drawQuarters(width, 400)).toFile(path)
    expect(await run()).toMatchObject({ state: 'succeeded' })
    return readWidth(await store.read(`${key}.jpeg`))
  }

  const widths = [await draw(600), await draw(800)]

  expect(widths).toEqual([600, 800])
  expect(await readWidth(await store.read(`${key}.webp`))).toBe(500)
  expect(await store.list()).toEqual([`derived/files/${key}.jpeg`, `derived/files/${key}.webp`])
  expect(await listFiles(dataDir)).toEqual([])
})

test('a video that no longer needs transcoding loses its older one in the bucket', async () => {
  const { store, addFile } = await openBucketLibrary()
  const { asset, path, run } = await addFile('video.mp4', 'transcode-video')
  await makeVideo(path, { codec: 'vp9', seconds: 1 })

  const first = await run()
  const made = await store.read(`${toDerivedKey('encoded-video', asset)}.mp4`)
  await makeVideo(path, { seconds: 1 })
  const second = await run()

  expect([first?.state, second?.state]).toEqual(['succeeded', 'skipped'])
  expect(made.includes('ftypisom')).toBe(true)
  expect(await store.list()).toEqual([])
})

test('a store that is down fails the job with a reason after three attempts, and a later attempt succeeds', async () => {
  const { store, dataDir, addFile } = await openBucketLibrary()
  const { asset, path, run } = await addFile('photo.jpg', 'regenerate-thumbnail')
  await (await drawQuarters(60, 40)).toFile(path)

  await store.stop()
  const failed = await run()
  await store.start()
  const later = await run()

  expect(failed).toMatchObject({
    state: 'failed',
    attempts: 3,
    reason:
      's3://library/derived/files cannot be written: it refuses connections; check that the store is running, and S3_ENDPOINT',
  })
  expect(later).toMatchObject({ state: 'succeeded' })
  expect(await store.exists(`${toDerivedKey('thumbs', asset)}.webp`)).toBe(true)
  expect(await listFiles(dataDir)).toEqual([])
})

async function openBucket(environment: Record<string, string>) {
  const dataDir = await makeFolder()
  const derived = await openDerivedFiles(readConfig({ DATA_DIR: dataDir, ...environment }))
  onTestFinished(() => derived.close())
  return { dataDir, derived }
}

test('each request to the store is measured with its outcome, and a signed address is none', async () => {
  const store = await openObjectStore()
  const measures = createMeasures()
  const measured: unknown[] = []
  measures.on('bucketRequest', ({ command, outcome }) => measured.push([command, outcome]))
  const derived = await openDerivedFiles(readConfig({ DATA_DIR: await makeFolder(), ...store.environment }), measures)
  onTestFinished(() => derived.close())

  await derived.replace(['a.webp'], ([path]) => writeFile(path, 'whole'))
  await derived.sign('a.webp', {})
  await derived.open('b.webp')
  await store.stop()
  await expect(derived.open('a.webp')).rejects.toThrow('it refuses connections')

  const failed = ['HeadObject', 'failed']
  const put = [
    ['PutObject', 'succeeded'],
    ['HeadObject', 'succeeded'],
  ]
  expect(measured).toEqual([...put, ['HeadObject', 'missing'], failed, failed, failed])
})

test('the files of a user who is removed go, and those of another stay', async () => {
  const store = await openObjectStore()
  const { derived } = await openBucket(store.environment)
  const keys = ['thumbs/ada/1/a.jpeg', 'thumbs/ada/2/b.jpeg', 'encoded-video/ada/c.mp4', 'thumbs/adam/d.jpeg']
  for (const key of keys) await derived.replace([key], ([path]) => writeFile(path, 'content'))

  await derived.removeFor('ada')

  expect(await store.list()).toEqual(['derived/files/thumbs/adam/d.jpeg'])
})

test('an incomplete or empty file does not replace the object', async () => {
  const store = await openObjectStore()
  const { derived, dataDir } = await openBucket(store.environment)
  await derived.replace(['a.webp'], ([path]) => writeFile(path, 'whole'))

  const broken = derived.replace(['a.webp'], async ([path]) => {
    await writeFile(path, 'ha')
    throw new Error('the photo is broken')
  })
  await expect(broken).rejects.toThrow('the photo is broken')
  await expect(derived.replace(['a.webp'], ([path]) => writeFile(path, ''))).rejects.toThrow('the output is empty')

  expect((await store.read('a.webp')).toString()).toBe('whole')
  expect(await listFiles(dataDir)).toEqual([])
})

test('local files of a killed attempt are removed by the next one', async () => {
  const store = await openObjectStore()
  const { derived, dataDir } = await openBucket(store.environment)
  await mkdir(join(dataDir, 'staging'))
  await writeFile(join(dataDir, 'staging', 'a.webp.123.partial'), 'half')

  await derived.replace(['thumbs/a.webp'], ([path]) => writeFile(path, 'whole'))

  expect(await listFiles(dataDir)).toEqual([])
})

test('a call to a store that never answers ends at once when the worker has to stop', async () => {
  const silent = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void silent.close())
  await new Promise((resolve) => silent.once('listening', resolve))
  const { port } = silent.address() as { port: number }
  const { derived, dataDir } = await openBucket({
    DERIVED_STORAGE: 's3://library',
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    AWS_ACCESS_KEY_ID: 'a',
    AWS_SECRET_ACCESS_KEY: 'b',
  })
  const controller = new AbortController()
  silent.once('connection', () => controller.abort(new Error('the worker stops')))

  const replaced = derived.replace(['a.webp'], ([path]) => writeFile(path, 'whole'), controller.signal)

  await expect(replaced).rejects.toThrow('the worker stops')
  expect(await listFiles(dataDir)).toEqual([])
})

test('a folder that cannot be created fails with its name', async () => {
  const folder = await makeFolder({ data: 'a file' })
  const derived = await openDerivedFiles({ dataDir: join(folder, 'data'), bucket: null })

  const replaced = derived.replace(['thumbs/a.webp'], ([path]) => writeFile(path, 'whole'))

  await expect(replaced).rejects.toThrow(`${folder}/data cannot be written: a part of its path is a file`)
  expect(await readFile(join(folder, 'data'), 'utf8')).toBe('a file')
})
