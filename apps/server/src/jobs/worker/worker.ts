import { randomUUID } from 'node:crypto'
import { availableParallelism, hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { JobName } from '@media-library/contract'
import { findFfmpegFault } from '@media-library/media'
import { createExifReader } from '@media-library/media/metadata'
import type { OpenContext } from '../../context.js'
import type { Lane } from '../queue/claim-jobs.js'
import { leave, type WorkerIdentity } from '../queue/registered-worker.js'
import { startHeartbeat } from './heartbeat.js'
import type { JobClass, JobHandler } from './job-handler.js'
import { openPool, openWakeSignal } from './pool.js'
import { refreshMetadata } from './refresh-metadata.js'
import { regenerateThumbnail } from './regenerate-thumbnail.js'
import { createAttempts } from './run-attempts.js'
import { transcodeVideo } from './transcode-video.js'

/** The handler of each job. */
export const handlers: Record<JobName, JobHandler> = {
  'refresh-metadata': refreshMetadata,
  'regenerate-thumbnail': regenerateThumbnail,
  'transcode-video': transcodeVideo,
}

/** The class of each job. Jobs of different classes never wait for each other. */
const classes: Record<JobName, JobClass> = {
  'refresh-metadata': 'metadata',
  'regenerate-thumbnail': 'images',
  'transcode-video': 'videos',
}

/**
 * The number of jobs that a lane runs at once, and the number of one owner: another owner need not wait for the jobs of the first.
 */
interface Slots {
  all: number
  each: number
}

/**
 * The numbers of owners for whom a job may wait for a process while others have all of their own. A transcode starts at once.
 */
const OTHER_OWNERS: Record<JobClass, number> = { metadata: 8, images: 8, videos: 1 }

/** Returns the slots of each lane. Only videos can be long; of the other jobs, the lane of long jobs runs one that was late. */
function countSlots(name: JobClass, configured: number): Record<Lane, Slots> {
  const usual = { all: configured + OTHER_OWNERS[name], each: configured }
  return { short: usual, long: name === 'videos' ? usual : { all: 1, each: 1 } }
}

/** Claims jobs from the queue and runs them. */
export interface Worker {
  /** Lets running jobs finish within the configured limit, and returns the others to the queue. */
  stop(): Promise<void>
}

interface WorkerOptions {
  handlers: Record<JobName, JobHandler>
  backoffMs?: number
  /** The milliseconds between two searches for jobs that became due. New jobs are announced. */
  pollMs?: number
}

const LET_GO_MS = 2_000

/** Starts a worker with the configured number of concurrent jobs of each class. */
export async function startWorkers(
  context: OpenContext,
  { handlers, backoffMs = 5_000, pollMs = 1_000 }: WorkerOptions,
): Promise<Worker> {
  const { config, database, logger, url } = context
  const names = (Object.keys(classes) as JobName[]).filter((name) => config.worker[classes[name]] > 0)
  const identity: WorkerIdentity = { id: randomUUID(), host: `${hostname()}:${process.pid}` }
  const wakeSignal = openWakeSignal(url, pollMs)
  // One exiftool keeps a core busy. The other metadata jobs wait for it, or write their results.
  const exif = createExifReader({
    processes: Math.min(availableParallelism() + 1, Math.max(2, config.worker.metadata)),
  })
  const [derived, originals] = await Promise.all([context.openDerived(), context.openOriginals()])
  void findFfmpegFault().then((fault) => fault && logger.warn(fault))
  const runs = names.map((name) => {
    const slots = countSlots(classes[name], config.worker[classes[name]])
    const runner = { name, workerId: identity.id }
    const attempts = createAttempts({
      ...context,
      runner,
      handler: handlers[name],
      exif,
      derived,
      originals,
      each: { short: slots.short.each, long: slots.long.each },
      backoffMs,
    })
    return { attempts, slots }
  })
  const abort = () => {
    for (const { attempts } of runs) attempts.abort()
  }
  const heartbeat = startHeartbeat(context, { worker: identity, onJoined: wakeSignal.wake, onLost: abort })
  const pools = runs.flatMap(({ attempts, slots }) =>
    (['short', 'long'] as const).map((lane) =>
      openPool(context, { attempts, lane, concurrency: slots[lane].all, wakeSignal }),
    ),
  )

  const signOff = async () => {
    await heartbeat.stop()
    await leave(database, identity.id)
  }

  const stop = async () => {
    const ended = Promise.all(pools.map((pool) => pool.stop()))
    await Promise.race([ended, sleep(config.worker.stopMs, null, { ref: false })])
    await endsInTime(signOff()).catch((error: Error) => {
      logger.warn({ err: error }, 'the worker could not sign off; others will consider it dead soon')
    })
    abort()
    const letGo = async () => {
      await Promise.all([ended, wakeSignal.close()])
    }
    await Promise.all([endsInTime(letGo()).catch(() => {}), exif.close()])
  }
  let stopped: Promise<void> | undefined
  return {
    stop: () => {
      stopped ??= stop()
      return stopped
    },
  }
}

/** Waits for work that may need a database that does not answer. Rejects after 2 s. */
async function endsInTime(work: Promise<void>): Promise<void> {
  const fault = new Error(`The database did not answer within ${LET_GO_MS / 1_000} s.`)
  const late = () => Promise.reject(Object.assign(fault, { code: 'ETIMEDOUT' }))
  await Promise.race([work, sleep(LET_GO_MS, null, { ref: false }).then(late)])
}
