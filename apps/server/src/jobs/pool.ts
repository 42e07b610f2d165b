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
  /** Called with the queue's name for the pool before it takes its first job, and again when it had to be replaced. */
  onStart(id: string): Promise<void>
}

const levels = { error: 'warn', warning: 'warn', info: 'debug', debug: 'trace' } as const

const RESTART_MS = 1_000

/** Jobs shorter than `ttl` find the next one fetched already; a longer one keeps none from other workers. */
const prefetch = (concurrency: number) => ({
  localQueue: { size: concurrency + 1, ttl: 1_000 },
  completeJobBatchDelay: 0,
})

/** Starts to run jobs. A pool that ends by itself, for instance after a long loss of the database, is started again. */
export const openPool = (
  { logger }: Pick<Context, 'logger'>,
  { connections, tasks, concurrency, pollMs, onStart }: PoolOptions,
): Pool => {
  const stopping = new AbortController()
  const announce = (id: string): Promise<void> =>
    onStart(id).catch(async () => {
      await sleep(RESTART_MS, undefined, { signal: stopping.signal })
      return announce(id)
    })

  const start = () => {
    const events: WorkerEvents = new EventEmitter()
    const announced = new Promise<void>((resolve, reject) => {
      events.once('pool:create', ({ workerPool }) => announce(workerPool.id).then(resolve, reject))
    })
    announced.catch(() => {})
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
      connectAfter(announced, connections),
    )
  }

  let pool = start()
  const ended = (async () => {
    for (;;) {
      await pool.promise.catch((error: Error) => logger.warn({ err: error }, 'the queue was left'))
      if (!stopping.signal.aborted) await sleep(RESTART_MS, undefined, { signal: stopping.signal }).catch(() => {})
      if (stopping.signal.aborted) return
      pool = start()
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
