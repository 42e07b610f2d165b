import { mkdir } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { JobName } from '@media-library/contract'
import { askProcess } from '../ask-process.js'
import { openLibrary } from '../library.js'
import { makePhotos } from '../photos.js'
import { type Contest, PRICES, type Scenario, type Setting } from '../scenario.js'
import { startProcess } from '../start-process.js'
import { readDatabasePid, watchMemory } from '../usage.js'
import { measureWorker } from '../worker-rate.js'

interface PhotoJobs {
  name: JobName
  /** The number of photos in a measurement. */
  count: number
  /** The number of photos before the measurement, so that both sides have warmed up. */
  warmUp: number
  /** The settings of the worker. */
  env: Record<string, string>
  /** The program of the bare loop. It takes `warmUp`, `photos`, `folder` and `concurrency`, and returns `seconds`. */
  bare: URL
}

const concurrency = availableParallelism()

/** Compares the photos per second of a worker with a bare loop of sharp that makes the same files. */
export const thumbnails = photoJobs('thumbnails', (quick) => ({
  name: 'regenerate-thumbnail',
  count: quick ? 24 : 60,
  warmUp: concurrency * 2,
  env: { WORKER_IMAGES: String(concurrency) },
  bare: new URL('../programs/bare-thumbnails.js', import.meta.url),
}))

/** Compares the photos per second of a worker with a bare loop over the same number of exiftool processes. */
export const metadata = photoJobs('metadata', (quick) => ({
  name: 'refresh-metadata',
  count: quick ? 200 : 600,
  warmUp: concurrency * 50,
  env: { WORKER_METADATA: '32' },
  bare: new URL('../programs/bare-metadata.js', import.meta.url),
}))

function photoJobs(name: string, jobs: (quick: boolean) => PhotoJobs): Scenario {
  return {
    name,
    unit: 'photos',
    aim: 0.85,
    price: PRICES.photo,
    prepare: (setting) => prepare(setting, jobs(setting.quick)),
  }
}

/** Compares `media-library worker`, which runs a job for each photo, with a bare loop over the same files. */
async function prepare({ folder, signal }: Setting, { name, count, warmUp, env, bare }: PhotoJobs): Promise<Contest> {
  const [photoFolder, bareFolder] = [join(folder, 'photos'), join(folder, 'bare')]
  await Promise.all([photoFolder, bareFolder].map((path) => mkdir(path)))
  const paths = await makePhotos(photoFolder, warmUp + count)
  const library = await openLibrary(join(folder, 'library'), photoFolder)
  const ids = await library.addPhotos(paths)

  const databasePid = await readDatabasePid(library.env.DATA_DIR)
  const startWorker = (onStart: (pid: number) => void) => () =>
    startProcess({
      module: import.meta.resolve('@media-library/server/main'),
      args: ['worker'],
      env: { ...library.env, WORKER_IMAGES: '0', WORKER_METADATA: '0', WORKER_VIDEOS: '0', ...env },
      ready: /Running up to/,
      onStart,
      signal,
    })

  return {
    ours: async () => {
      const memory = watchMemory([databasePid])
      const work = { name, warmUpIds: ids.slice(0, warmUp), assetIds: ids.slice(warmUp) }
      const rate = await measureWorker(library, startWorker(memory.add), work).finally(memory.stop)
      return { rate, treeMb: memory.peak() }
    },
    floor: async () => {
      const photos = paths.slice(warmUp)
      const question = { warmUp: paths.slice(0, warmUp), photos, folder: bareFolder, concurrency }
      const { seconds } = await askProcess<{ seconds: number }>(bare, question, signal)
      return { rate: count / seconds }
    },
    close: library.close,
  }
}
