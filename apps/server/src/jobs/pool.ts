import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Logger, runTaskList, type TaskList, type WorkerEvents } from 'graphile-worker'
import type { Context } from '../context.js'
import { connectAfter, QUEUE_SCHEMA, type QueueConnections } from '../database/queue.js'

/** A number of jobs at once, of some names. */
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
    // With the connection that listens, others may be lost, and what they had just taken: the next pool finds it.
    events.once('pool:listen:error', ({ workerPool }) => {
      if (!workerPool._shuttingDown) void workerPool.gracefulShutdown()
    })
    return runTaskList(
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
  }

  let pool = start(null)
  const ended = (async () => {
    for (;;) {
      await pool.promise.catch((error: Error) => logger.warn({ err: error }, 'the queue was left'))
      if (!stopping.signal.aborted) await sleep(RESTART_MS, undefined, { signal: stopping.signal }).catch(() => {})
      if (stopping.signal.aborted) return
      pool = start(pool.id)
    }
  })()

  return {
    stop: async () => {
      stopping.abort()
      if (!pool._shuttingDown) void pool.gracefulShutdown()
      await ended
    },
  }
}
