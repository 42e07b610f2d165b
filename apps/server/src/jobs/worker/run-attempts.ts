import { setTimeout as sleep } from 'node:timers/promises'
import { BusyFault, CrashFault, FileFault, TimeFault, TurnFault } from '@media-library/media'
import { describeMetadataFault, type Metadata } from '../../assets/metadata/metadata.js'
import type { Context } from '../../context.js'
import { sentBy } from '../../database/connect.js'
import { inTransaction } from '../../database/transaction.js'
import { announceEvents } from '../../events/event.js'
import { type Attempt, claimAttempts, FIRST_TURN, type JobAsset, type Lane, type Runner } from '../queue/claim-jobs.js'
import { type AttemptEnd, type EndedAttempt, endAttempts } from '../queue/end-attempts.js'
import { createBatch } from './batch.js'
import type { JobContext, JobHandler, JobOutcome } from './job-handler.js'
import { saveMetadata } from './refresh-metadata.js'

/** A claimed job, and the controller that aborts it when the worker has to release it. */
type Claimed = Attempt & { controller: AbortController }

/** Claims and runs jobs of one name, and keeps track of the running ones. */
export interface Attempts {
  /** Claims a job of a lane, or returns null when none is due. */
  claim(lane: Lane): Promise<Claimed | null>
  /** Runs a claimed job and records its outcome. */
  run(claimed: Claimed): Promise<void>
  /** Aborts all running attempts, whose results are then discarded. */
  abort(): void
}

interface AttemptsOptions extends Context {
  runner: Runner
  handler: JobHandler
  exif: JobContext['exif']
  derived: JobContext['derived']
  originals: JobContext['originals']
  /**
   * The number of jobs of one owner that run at once in each lane. Once all owners together have so many, the others get one each.
   */
  each: Record<Lane, number>
  /** The milliseconds before the second attempt of a failed job; the delay before the third is four times as long. */
  backoffMs: number
}

/** A finished attempt, and the metadata that it read. */
type Ended = EndedAttempt & { metadata?: Metadata }

/** A failure, and what a tool printed about it. */
type FailedAttempt = AttemptEnd & { printed?: string }

const MAX_REASON = 2_000

const WRITE_TRIES = 60

// While a quarter of the jobs wait for the database, the others keep the tools busy.
const BATCH_SHARE = 4
const WAIT_MS = 20

export function createAttempts(options: AttemptsOptions): Attempts {
  const { logger, measures, runner, handler, exif, derived, originals, each, backoffMs } = options
  const database = sentBy(runner.name, options.database)
  const running = new Set<Claimed>()
  let handling = 0
  /** The owner whose turn was last. */
  const lastTurn = { short: FIRST_TURN, long: FIRST_TURN }
  /** The owners of the jobs that run in a lane. */
  const listBusy = (lane: Lane) =>
    Array.from(running).flatMap((claimed) => (claimed.lane === lane ? claimed.asset.ownerId : []))
  const batching = {
    size: Math.ceil(each.short / BATCH_SHARE),
    waitMs: WAIT_MS,
    isLast: () => handling === 0,
  }

  const claimUpTo = async (lane: Lane, count: number, most: number): Promise<Claimed[]> => {
    if (count === 0) return []
    const known = Array.from(running, ({ asset }) => asset.id)
    const claim = { lane, count, running: known, busy: listBusy(lane), each: most, after: lastTurn[lane] }
    const attempts = await claimAttempts(database, runner, claim)
    lastTurn[lane] = attempts.at(-1)?.asset.ownerId ?? lastTurn[lane]
    const claimed = attempts.map((attempt) => ({ ...attempt, controller: new AbortController() }))
    for (const each of claimed) running.add(each)
    return claimed
  }
  const claimIn = async (lane: Lane, count: number): Promise<Claimed[]> => {
    const shared = Math.min(count, Math.max(0, each[lane] - listBusy(lane).length))
    const claimed = await claimUpTo(lane, shared, each[lane])
    return claimed.length < shared ? claimed : [...claimed, ...(await claimUpTo(lane, count - shared, 1))]
  }
  const claimMany = async (slots: Lane[]): Promise<(Claimed | null)[]> => {
    const count = (lane: Lane) => slots.filter((slot) => slot === lane).length
    // One after the other: a claim must know which jobs the one before it has claimed.
    const claimed = { short: await claimIn('short', count('short')), long: await claimIn('long', count('long')) }
    return slots.map((lane) => claimed[lane].shift() ?? null)
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
    void announceEvents(database)
    return ends.map(() => undefined)
  }
  const end = createBatch({ ...batching, run: writeEnds })

  const handle = async ({ asset, lane, isLast, controller }: Claimed): Promise<JobOutcome | FailedAttempt> => {
    const { signal } = controller
    const caller = { owner: asset.ownerId, isAlone: isLast }
    handling += 1
    try {
      return await handler({ database, derived, originals, signal, exif, lane, caller }, asset)
    } catch (error) {
      const isLate = error instanceof TimeFault || error instanceof TurnFault
      return isLate && !isLast ? { ...toFailure(error), state: 'late' } : toFailure(error)
    } finally {
      handling -= 1
    }
  }

  const warn = ({ id, originalPath }: JobAsset, { reason, printed }: FailedAttempt) =>
    logger.warn({ job: runner.name, assetId: id, file: originalPath, reason, printed }, 'job failed')

  const attempt = async (claimed: Claimed): Promise<void> => {
    const {
      asset,
      startedAt,
      controller: { signal },
    } = claimed
    const begunAt = performance.now()
    const ended: Ended = { asset, startedAt, reason: null, ...(await handle(claimed)) }
    if (signal.aborted) return
    const seconds = (performance.now() - begunAt) / 1_000
    let outcome = ended.state
    if (ended.state === 'failed') warn(asset, ended)
    await persist(async () => {
      try {
        await end(ended)
      } catch (error) {
        if (!ended.metadata) throw error
        // If this can be written, the database works, and the metadata of the file caused the fault.
        const fault = describeMetadataFault(error, ended.metadata)
        const failure = fault ? { ...toFailure(new Error(fault.reason)), isFinal: fault.isFinal } : toFailure(error)
        await end({ asset, startedAt, ...failure })
        outcome = failure.state
        warn(asset, failure)
      }
    }, signal)
    measures.emit('attempt', { job: runner.name, outcome, seconds })
  }

  return {
    claim,
    run: async (claimed) => {
      try {
        await attempt(claimed)
      } catch (error) {
        if (claimed.controller.signal.aborted) return
        // The job runs again: a later claim finds that no worker is running it.
        logger.warn(
          { err: error, job: runner.name, assetId: claimed.asset.id },
          'the outcome of a job could not be recorded',
        )
      } finally {
        running.delete(claimed)
      }
    },
    abort: () => {
      for (const { controller } of running) controller.abort(new Error('the worker had to release the job'))
    },
  }
}

function toFailure(error: unknown): FailedAttempt {
  // How busy the machine was tells nothing about the file.
  const isBusy = error instanceof BusyFault
  const isFinal = error instanceof FileFault || (error instanceof TimeFault && !isBusy)
  const fate = { isFinal, isFinalTwice: error instanceof CrashFault && !isBusy }
  const failure = { state: 'failed', reason: toReason(error), ...fate } as const
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof Error ? { ...failure, printed: cause.message } : failure
}

/** Removes characters that PostgreSQL's text cannot hold. Messages of tools quote files, which may contain some. */
function toReason(error: unknown): string {
  const message = error instanceof Error ? error.message || error.name : String(error)
  return message.replaceAll('\0', '').trim().slice(0, MAX_REASON).toWellFormed()
}

/** Retries a write every second, so that finished work survives a restart of the database. */
async function persist<T>(write: () => Promise<T>, signal: AbortSignal, tries = WRITE_TRIES): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (tries <= 1 || signal.aborted) throw error
    await sleep(1_000, undefined, { signal })
    return persist(write, signal, tries - 1)
  }
}
