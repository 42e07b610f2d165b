import { randomUUID } from 'node:crypto'
import { link } from 'node:fs/promises'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { makeFolder } from '../../fixtures/folder.js'
import { makeJpeg } from '../../fixtures/photo.js'
import { openTestDatabase } from '../database/database.js'
import { createAsset, createTag, createUser } from '../database/factories.js'
import { within } from '../until.js'
import { startCli } from './cli.js'

/** `media-library worker` in a process of its own. */
export interface WorkerProcess {
  /** Sends a signal, and resolves with the exit code. */
  stop(signal: NodeJS.Signals): Promise<number | null>
}

/** Starts a worker, and waits until it runs jobs. It ends with the test at the latest. */
export async function startWorker(env: NodeJS.ProcessEnv): Promise<WorkerProcess> {
  const child = startCli(['worker'], env)
  onTestFinished(() => void child.kill('SIGKILL'))
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const ready = new Promise<void>((resolve, reject) => {
    child.stderr.on('data', (chunk) => String(chunk).includes('Running up to') && resolve())
    ended.then((code) => reject(new Error(`the worker ended with ${code}`)))
  })
  await within('the start of the worker', ready)
  return {
    stop: (signal) => {
      child.kill(signal)
      return ended
    },
  }
}

/** A library on a database that many processes share, and their environment, for the length of a test. */
export async function openSharedLibrary() {
  const { url, database, close } = await openTestDatabase()
  onTestFinished(close)
  const folder = await makeFolder({ 'photo.jpg': await makeJpeg() })
  const user = await createUser(database)
  const tag = await createTag(database, user, { assetIds: [(await createAsset(database, user)).id] })
  return {
    database,
    apiKey: user.apiKey,
    tag,
    env: {
      DATABASE_URL: url,
      DATABASE_CONNECTIONS: '4',
      DATA_DIR: join(folder, 'data'),
      LOG_LEVEL: 'fatal',
      RATE_LIMIT: '0',
      WORKER_IMAGES: '1',
      WORKER_METADATA: '1',
    },
    /** Adds a photo, and returns its id. */
    addPhoto: async () => {
      const originalPath = join(folder, `${randomUUID()}.jpg`)
      await link(join(folder, 'photo.jpg'), originalPath)
      return (await createAsset(database, user, { originalPath })).id
    },
  }
}
