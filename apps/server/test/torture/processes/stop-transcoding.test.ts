import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import ffmpeg from '@ffmpeg-installer/ffmpeg'
import { expect, onTestFinished, test } from 'vitest'
import { enqueueJobs } from '../../../src/jobs/queue/enqueue-jobs.js'
import { makeFolder } from '../../fixtures/folder.js'
import { makePlainVideo } from '../../fixtures/plain-video.js'
import { createAsset, createUser } from '../../support/database/factories.js'
import { startCli } from '../../support/processes/cli.js'
import { openCliLibrary } from '../../support/processes/cli-library.js'
import { until } from '../../support/until.js'

/** An ffmpeg that takes as long for a video as watching it does. */
async function makeSlowFfmpeg(folder: string) {
  const path = join(folder, 'slow-ffmpeg')
  await writeFile(path, `#!/bin/sh\nexec '${ffmpeg.path}' -re "$@"\n`, { mode: 0o755 })
  return path
}

async function listFiles(folder: string) {
  return (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
}

async function isAtWork(text: string) {
  return (await promisify(execFile)('ps', ['-A', '-ww', '-o', 'args='])).stdout
    .split('\n')
    .some((line) => line.includes('ffmpeg') && line.includes(text))
}

test.each(['serve', 'worker'])('%s ends within 10 s of SIGTERM during any transcoding', async (command) => {
  const { url, database, close } = await openCliLibrary()
  onTestFinished(close)
  const [folder, dataDir] = [await makeFolder(), await makeFolder()]
  await makePlainVideo(join(folder, 'long.mkv'), 120)
  const video = { type: 'VIDEO' as const, originalPath: join(folder, 'long.mkv') }
  const { id } = await createAsset(database, await createUser(database), video)
  await enqueueJobs(database, 'transcode-video', [id])
  const env = { DATABASE_URL: url, DATA_DIR: dataDir, PORT: '0', FFMPEG_PATH: await makeSlowFfmpeg(folder) }
  const child = startCli([command], { ...env, LOG_LEVEL: 'silent' })
  onTestFinished(() => void child.kill('SIGKILL'))
  await until(() => isAtWork(dataDir), 30_000)

  const stoppedAt = performance.now()
  child.kill('SIGTERM')
  const [code] = await once(child, 'exit')

  expect(performance.now() - stoppedAt).toBeLessThan(10_000)
  expect(code).toBe(0)
  expect(await database.assetJob.findMany()).toMatchObject([{ state: 'queued', attempts: 0, workerId: null }])
  expect(await isAtWork(dataDir)).toBe(false)
  expect(await listFiles(dataDir)).toEqual([])
})
