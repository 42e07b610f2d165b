import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Logger, runTaskList, type TaskList, type WorkerEvents } from 'graphile-worker'
import type { Context } from '../context.js'
import { connectAfter, QUEUE_SCHEMA, type QueueConnections } from '../database/queue.js'

/** Runs a number of jobs of some names at once. */
export interface Pool {
  /** Takes no more jobs; resolves when those that run have ended. */
  stop(): Promise<void>
}

interface PoolOptions {
  connections: QueueConnections
  tasks: TaskList
  concurrency: number
  /** How often to look for jobs that became due; others are announced. */
  pollMs: number
  /** Called with the queue's name for the pool before it takes its first job, and again for one that replaces another. */
  onStart(id: string, replaced: string | null): Promise<void>
}

const levels = { error: 'warn', warning: 'warn', info: 'debug', debug: 'trace' } as const

const RESTART_MS = 1_000

/**
 * A queue that is left gives back what it had fetched, but waits for that only while it has something else under way:
 * without, a failure of it would end the process.
 */
const awaitReturns = (events: WorkerEvents) => {
  const left = new Promise<void>((resolve) => {
    events.on('localQueue:setMode', ({ newMode }) => newMode === 'RELEASED' && setImmediate(resolve))
  })
  // In brackets, since it is private.
  events.once('localQueue:init', ({ localQueue }) => localQueue['background'](left))
}

const ENDINGS = [
  'pool:gracefulShutdown:complete',
  'pool:forcefulShutdown:complete',
  'pool:forcefulShutdown:error',
] as const

/** Resolves when nothing of a pool runs any more; its own promise may never do so once it failed to note ends (graphile/worker#636). */
const awaitEnding = (events: WorkerEvents) =>
  new Promise<void>((resolve) => {
    for (const ending of ENDINGS) events.once(ending, () => resolve())
  })

/** Jobs shorter than `ttl` find the next one fetched already; a longer one keeps none from other workers. */
const prefetch = (concurrency: number) => ({
  localQueue: { size: concurrency + 1, ttl: 1_000 },
  completeJobBatchDelay: 0,
  // Outside of a batch, a failure that cannot be written ends the process.
  failJobBatchDelay: 0,
})

/** Starts to run jobs. A pool that ends by itself, for instance after a long loss of the database, is started again. */
export const openPool = (
  { logger }: Pick<Context, 'logger'>,
  { connections, tasks, concurrency, pollMs, onStart }: PoolOptions,
): Pool => {
  const stopping = new AbortController()
  const announce = (id: string, replaced: string | null): Promise<void> =>
    onStart(id, replaced).catch(async () => {
      await sleep(RESTART_MS, undefined, { signal: stopping.signal })
      return announce(id, replaced)
    })

  const start = (replaced: string | null) => {
    const events: WorkerEvents = new EventEmitter()
    const announced = new Promise<void>((resolve, reject) => {
      events.once('pool:create', ({ workerPool }) => announce(workerPool.id, replaced).then(resolve, reject))
    })
    announced.catch(() => {})
    awaitReturns(events)
    const ending = awaitEnding(events).then(() => sleep(RESTART_MS, undefined, { ref: false }))
    // With the connection that listens, others may be lost, and what they had just taken: the next pool finds it.
    events.once('pool:listen:error', ({ workerPool }) => {
      if (!workerPool._shuttingDown) void workerPool.gracefulShutdown()
    })
    const pool = runTaskList(
      {
        events,
        schema: QUEUE_SCHEMA,
        concurrency,
        pollInterval: pollMs,
        noHandleSignals: true,
        logger: new Logger(() => (level, message) => logger[levels[level]]({ queue: true }, message)),
        preset: { worker: prefetch(concurrency) },
      },
      tasks,
      connectAfter(announced, connections, stopping.signal),
    )
    return { pool, ended: Promise.race([pool.promise, ending]) }
  }

  let current = start(null)
  const ended = (async () => {
    for (;;) {
      await current.ended.catch((error: Error) => logger.warn({ err: error }, 'the queue was left'))
      if (!stopping.signal.aborted) await sleep(RESTART_MS, undefined, { signal: stopping.signal }).catch(() => {})
      if (stopping.signal.aborted) return
      current = start(current.pool.id)
    }
  })()

  return {
    stop: async () => {
      stopping.abort()
      if (!current.pool._shuttingDown) void current.pool.gracefulShutdown()
      await ended
    },
  }
}
