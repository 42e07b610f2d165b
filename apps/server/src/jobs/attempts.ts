import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../context.js'
import { inTransaction } from '../database/transaction.js'
import type { Metadata } from '../repositories/asset/metadata.js'
import { describeMetadataFault } from '../repositories/asset/metadata-fault.js'
import {
  type Attempt,
  type AttemptEnd,
  claimAttempts,
  endAttempts,
  type JobAsset,
  type Runner,
} from '../repositories/job/job-attempt.js'
import { createBatch } from './batch.js'
import type { JobContext, JobHandler, JobOutcome } from './job.js'
import { saveMetadata } from './refresh-metadata.js'

/** A job that was claimed, and what aborts when the worker must let go of it. */
type Claimed = Attempt & { controller: AbortController }

/** Claims jobs of one name and runs them, and keeps track of those that run. */
export interface Attempts {
  /** Returns null when no job is due. */
  claim(): Promise<Claimed | null>
  /** Runs a claimed job, and records how it ended. */
  run(claimed: Claimed): Promise<void>
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
type Ended = Attempt & AttemptEnd & { metadata?: Metadata }

const MAX_REASON = 2_000

const WRITE_TRIES = 60

// With a quarter of the jobs at the database, the others keep the tools busy.
const BATCH_SHARE = 4
const WAIT_MS = 20

export function createAttempts(options: AttemptsOptions): Attempts {
  const { database, logger, runner, handler, exif, derived, concurrency, backoffMs } = options
  const running = new Set<Claimed>()
  let handling = 0
  const batching = {
    size: Math.ceil(concurrency / BATCH_SHARE),
    waitMs: WAIT_MS,
    isLast: () => handling === 0,
  }

  const claimMany = async (slots: null[]): Promise<(Claimed | null)[]> => {
    const known = Array.from(running, ({ asset }) => asset.id)
    const attempts = await claimAttempts(database, runner, known, slots.length)
    const claimed = attempts.map((attempt) => ({ ...attempt, controller: new AbortController() }))
    for (const each of claimed) running.add(each)
    return slots.map((_, index) => claimed[index] ?? null)
  }
  const claim = createBatch({ ...batching, run: claimMany })

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

  const attempt = async ({ asset, startedAt, controller: { signal } }: Claimed): Promise<void> => {
    const ended: Ended = { asset, startedAt, reason: null, ...(await handle(asset, signal)) }
    if (signal.aborted) return
    if (ended.state === 'failed') warn(asset, ended)
    await persist(async () => {
      try {
        await end(ended)
      } catch (error) {
        if (!ended.metadata) throw error
        // Where this can be written, the database is well, and what was read of the file is at fault.
        const failure = toFailure(describeMetadataFault(error, asset.originalPath, ended.metadata))
        await end({ asset, startedAt, ...failure })
        warn(asset, failure)
      }
    }, signal)
  }

  return {
    claim: () => claim(null),
    run: async (claimed) => {
      try {
        await attempt(claimed)
      } catch (error) {
        if (claimed.controller.signal.aborted) return
        // It runs again: the next claim finds that nobody runs it.
        logger.warn({ err: error, job: runner.name, assetId: claimed.asset.id }, 'the end of a job was not recorded')
      } finally {
        running.delete(claimed)
      }
    },
    abort: () => {
      for (const { controller } of running) controller.abort(new Error('the worker had to let go of the job'))
    },
  }
}

function toFailure(error: unknown): AttemptEnd {
  return { state: 'failed', reason: toReason(error) }
}

/** Messages of tools quote files, which may hold characters that PostgreSQL's text may not. */
function toReason(error: unknown): string {
  const message = error instanceof Error ? error.message || error.name : String(error)
  return message.replaceAll('\0', '').trim().slice(0, MAX_REASON).toWellFormed()
}

/** Tries a write again each second, so that work which is done survives a restart of the database. */
async function persist<T>(write: () => Promise<T>, signal: AbortSignal, tries = WRITE_TRIES): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (tries <= 1 || signal.aborted) throw error
    await sleep(1_000, undefined, { signal })
    return persist(write, signal, tries - 1)
  }
}
