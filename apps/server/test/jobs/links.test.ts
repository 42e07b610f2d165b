import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, rename, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { withOpenFile } from '@media-library/media'
import { expect, onTestFinished, test } from 'vitest'
import { importFolder } from '../../src/import/import-folder.js'
import { enqueueJobs } from '../../src/jobs/queue/enqueue-jobs.js'
import { makeFolder } from '../fixtures/folder.js'
import { makeJpeg, readCameraPhoto, writeTags } from '../fixtures/photo.js'
import { makeVideo } from '../fixtures/video.js'
import { openTestDatabase } from '../support/database/database.js'
import { createUser } from '../support/database/factories.js'
import { startRealWorker } from '../support/jobs/real-worker.js'
import { byLevel, report } from '../support/long.js'

const names = ['refresh-metadata', 'regenerate-thumbnail', 'transcode-video'] as const

/** A library to import into. */
async function openLibrary() {
  const { url, database, close } = await openTestDatabase()
  const dataDir = await makeFolder()
  onTestFinished(close)
  const { id: ownerId } = await createUser(database)
  return {
    dataDir,
    take: (folder: string) => importFolder({ database, ownerId, folder }),
    /** Runs all jobs of all assets, none of which ran before, and gives what the library knows then. */
    runJobs: async () => {
      const ids = (await database.asset.findMany()).map(({ id }) => id)
      for (const name of names) await enqueueJobs(database, name, ids)
      const worker = await startRealWorker({ DATABASE_URL: url, DATA_DIR: dataDir })
      await worker.drained().finally(worker.stop)
      const assets = await database.asset.findMany({ include: { exif: true, tags: { include: { tag: true } } } })
      const jobs = await database.assetJob.findMany()
      return assets.map((asset) => ({ ...asset, jobs: jobs.filter(({ assetId }) => assetId === asset.id) }))
    },
  }
}

/** A folder to import beside a private one: a camera's photo, a side-car and a video. */
async function makeFolders() {
  const root = await makeFolder({ 'own/a.jpg': await makeJpeg(), 'private/photo.jpg': await readCameraPhoto('lumia') })
  const own = join(root, 'own')
  const secret = join(root, 'private')
  await writeTags(join(secret, 'photo.xmp'), { 'XMP-dc:Description': 'Secret', 'XMP-dc:Subject': ['Secret'] })
  await makeVideo(join(secret, 'video.mov'), { codec: 'vp9', seconds: 1, more: ['-f', 'matroska'] })
  return { root, own, secret }
}

test('a sidecar that is a symbolic link is not read, neither by the import nor by a job', async () => {
  const { own, secret } = await makeFolders()
  await symlink(join(secret, 'photo.xmp'), join(own, 'a.jpg.xmp'))
  const { take, runJobs } = await openLibrary()

  await take(own)
  const [asset] = await runJobs()

  expect(asset).toMatchObject({ exif: { description: null }, tags: [], resized: true })
})

const replacements: [string, (own: string, secret: string) => Promise<void>][] = [
  ['a folder', (own, secret) => swap(join(own, 'year'), secret)],
  ['a file', (own, secret) => swap(join(own, 'year/video.mov'), join(secret, 'video.mov'))],
]

test.each(replacements.slice(0, byLevel(1, 2, 2)))(
  'no job reads %s that became a symbolic link after the import',
  async (_, replace) => {
    const { own, secret } = await makeFolders()
    await mkdir(join(own, 'year'))
    await makeVideo(join(own, 'year/video.mov'), { seconds: 1, more: ['-f', 'mov', '-metadata', 'model=Own'] })
    const { dataDir, take, runJobs } = await openLibrary()
    await take(own)
    await replace(own, secret)

    const assets = await runJobs()

    const video = assets.find(({ originalFileName }) => originalFileName === 'video.mov')
    expect(video?.jobs).toHaveLength(3)
    for (const { state, reason } of video?.jobs ?? []) {
      expect({ state, reason }).toMatchObject({
        state: 'failed',
        reason: expect.stringContaining('it is a symbolic link'),
      })
    }
    expect((await readdir(dataDir, { recursive: true })).filter((path) => path.includes(video?.id ?? ''))).toEqual([])
  },
)

test('a file that keeps changing between link and file is never followed', {
  timeout: 900_000,
}, async () => {
  const rounds = byLevel(300, 20_000, 1_000_000)
  const root = await makeFolder({ 'own/year/photo.jpg': 'own', 'private/photo.jpg': 'secret' })
  const place = { folder: join(root, 'own'), path: join(root, 'own/year/photo.jpg') }
  const swapping = startSwapping(join(root, 'own'), join(root, 'private'))
  await once(swapping.stdout ?? swapping, 'data')
  const seen = { own: 0, secret: 0, refused: 0 }

  for (let round = 0; round < rounds; round++) {
    const read = await withOpenFile(place, (file) => text(file.read())).catch(() => 'refused')
    seen[read as keyof typeof seen] += 1
  }

  expect(swapping.exitCode).toBeNull()
  expect(seen.secret).toBe(0)
  expect(seen.own).toBeGreaterThan(0)
  expect(seen.refused).toBeGreaterThan(0)
  report('links', { openings: rounds, 'read as they were': seen.own, refused: seen.refused, followed: seen.secret })
})

/** Puts a link in the place of a file or folder. */
async function swap(path: string, target: string) {
  await rename(path, join(dirname(dirname(path)), 'aside'))
  await symlink(target, path)
}

/** A process that makes links of a file and of the folder that it is in, in turn, and puts them back, without a pause. */
function startSwapping(own: string, secret: string): ChildProcess {
  const program = `
    const { renameSync, symlinkSync, unlinkSync } = require('node:fs')
    const [own, secret] = process.argv.slice(1)
    const replace = (path, target) => {
      renameSync(path, own + '/aside')
      symlinkSync(target, path)
      unlinkSync(path)
      renameSync(own + '/aside', path)
    }
    console.log('swapping')
    for (;;) {
      replace(own + '/year/photo.jpg', secret + '/photo.jpg')
      replace(own + '/year', secret)
    }`
  const child = spawn(process.execPath, ['-e', program, own, secret], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}
