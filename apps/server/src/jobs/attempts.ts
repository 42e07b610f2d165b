import { setTimeout as sleep } from 'node:timers/promises'
import type { JobName } from '@media-library/contract'
import type { Context } from '../context.js'
import { type Attempt, type AttemptEnd, endAttempt, startAttempt } from '../repositories/job-turn.js'
import type { Turn } from '../repositories/queue.js'
import type { JobContext, JobHandler } from './job.js'

/** Runs attempts of jobs, and knows which of them run. */
export interface Attempts {
  run(name: JobName, turn: Turn): Promise<void>
  /** Tells the handlers of all that run to let go; what they do yet counts no more. */
  abort(): void
}

interface AttemptsOptions extends Context {
  workerId: string
  handlers: Record<JobName, JobHandler>
  exif: JobContext['exif']
  /** How long a job that failed waits for its second attempt; four times as long for its third. */
  backoffMs: number
}

const MAX_REASON = 2_000

/** Tools quote files, and files may hold what PostgreSQL's text may not. */
const toReason = (error: unknown): string => {
  const message = error instanceof Error ? error.message || error.name : String(error)
  return message.replaceAll('\0', '').trim().slice(0, MAX_REASON).toWellFormed()
}

const WRITE_TRIES = 60

/** Tries a write again each second, so that work which is done survives a restart of the database. */
const persist = async <T>(write: () => Promise<T>, signal: AbortSignal, tries = WRITE_TRIES): Promise<T> => {
  try {
    return await write()
  } catch (error) {
    if (tries <= 1 || signal.aborted) throw error
    await sleep(1_000, undefined, { signal })
    return persist(write, signal, tries - 1)
  }
}

export const createAttempts = (options: AttemptsOptions): Attempts => {
  const { config, database, logger, workerId, handlers, exif, backoffMs } = options
  const running = new Set<AbortController>()

  const attempt = async (given: Attempt, signal: AbortSignal): Promise<void> => {
    const asset = await startAttempt(database, given)
    if (!asset) return
    const context = { database, dataDir: config.dataDir, signal, exif }
    const end = await handlers[given.name](context, asset).then(
      (outcome): AttemptEnd => ({ reason: null, ...outcome }),
      (error: unknown): AttemptEnd => ({ state: 'failed', reason: toReason(error) }),
    )
    if (signal.aborted) return
    if (end.state === 'failed') {
      logger.warn({ job: given.name, assetId: asset.id, file: asset.originalPath, reason: end.reason }, 'job failed')
    }
    await persist(() => endAttempt(database, given, end, backoffMs), signal)
  }

  return {
    run: async (name, turn) => {
      const controller = new AbortController()
      running.add(controller)
      await attempt({ ...turn, name, workerId }, controller.signal).finally(() => running.delete(controller))
    },
    abort: () => {
      for (const controller of running) controller.abort(new Error('the worker had to let go of the job'))
    },
  }
}
