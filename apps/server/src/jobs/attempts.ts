import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../context.js'
import { inTransaction } from '../database.js'
import { type AttemptEnd, endAttempts, type JobAsset, type Runner, startAttempts } from '../repositories/job-turn.js'
import type { Metadata } from '../repositories/metadata.js'
import { describeMetadataFault } from '../repositories/metadata-fault.js'
import type { Turn } from '../repositories/queue.js'
import { createBatch } from './batch.js'
import type { JobContext, JobHandler, JobOutcome } from './job.js'
import { saveMetadata } from './refresh-metadata.js'

/** Runs attempts of the jobs of one name, and keeps track of those that run. */
export interface Attempts {
  run(turn: Turn): Promise<void>
  /** Aborts all running attempts; their results no longer count. */
  abort(): void
}

interface AttemptsOptions extends Context {
  runner: Runner
  handler: JobHandler
  exif: JobContext['exif']
  derived: JobContext['derived']
  /** How many run at once. */
  concurrency: number
  /** How long a job that failed waits for its second attempt; four times as long for its third. */
  backoffMs: number
}

/** An attempt that ended, and what it read. */
type Ended = Turn & AttemptEnd & { metadata?: Metadata }

const MAX_REASON = 2_000

/** Messages of tools quote files, which may hold characters that PostgreSQL's text may not. */
const toReason = (error: unknown): string => {
  const message = error instanceof Error ? error.message || error.name : String(error)
  return message.replaceAll('\0', '').trim().slice(0, MAX_REASON).toWellFormed()
}

const toFailure = (error: unknown): AttemptEnd => ({ state: 'failed', reason: toReason(error) })

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

// With a quarter of the jobs at the database, the others keep the tools busy.
const BATCH_SHARE = 4
const WAIT_MS = 20

export const createAttempts = (options: AttemptsOptions): Attempts => {
  const { database, logger, runner, handler, exif, derived, concurrency, backoffMs } = options
  const running = new Set<AbortController>()
  let handling = 0
  const batching = {
    size: Math.ceil(concurrency / BATCH_SHARE),
    waitMs: WAIT_MS,
    isLast: () => handling === 0,
  }

  const start = createBatch({ ...batching, run: (turns: Turn[]) => startAttempts(database, runner, turns) })

  const writeEnds = async (ends: Ended[]) => {
    const metadata = ends.flatMap((end) => end.metadata ?? [])
    if (metadata.length === 0) await endAttempts(database, runner, ends, backoffMs)
    else {
      await inTransaction(database, async (transaction) => {
        await saveMetadata(transaction, metadata)
        await endAttempts(transaction, runner, ends, backoffMs)
      })
    }
    return ends.map(() => undefined)
  }
  const end = createBatch({ ...batching, run: writeEnds })

  const handle = async (asset: JobAsset, signal: AbortSignal): Promise<JobOutcome | AttemptEnd> => {
    handling += 1
    try {
      return await handler({ database, derived, signal, exif }, asset)
    } catch (error) {
      return toFailure(error)
    } finally {
      handling -= 1
    }
  }

  const warn = ({ id, originalPath }: JobAsset, { reason }: AttemptEnd) =>
    logger.warn({ job: runner.name, assetId: id, file: originalPath, reason }, 'job failed')

  const attempt = async (turn: Turn, signal: AbortSignal): Promise<void> => {
    const asset = await persist(() => start(turn), signal)
    if (!asset) return
    const ended: Ended = { ...turn, reason: null, ...(await handle(asset, signal)) }
    if (signal.aborted) return
    if (ended.state === 'failed') warn(asset, ended)
    await persist(async () => {
      try {
        await end(ended)
      } catch (error) {
        if (!ended.metadata) throw error
        // If this can be written, the database works, and the metadata of the file is at fault.
        const failure = toFailure(describeMetadataFault(error, asset.originalPath, ended.metadata))
        await end({ ...turn, ...failure })
        warn(asset, failure)
      }
    }, signal)
  }

  return {
    run: async (turn) => {
      const controller = new AbortController()
      running.add(controller)
      await attempt(turn, controller.signal).finally(() => running.delete(controller))
    },
    abort: () => {
      for (const controller of running) controller.abort(new Error('the worker had to let go of the job'))
    },
  }
}
