import type { Context } from '../../context.js'
import { type Repeated, repeat } from '../../process/repeat.js'
import { beat, recoverJobs, type WorkerIdentity } from '../queue/registered-worker.js'

const INTERVAL_MS = 500
// After a pause, such as one of the database, other workers get time to beat before they count as dead.
const STEADY_MS = 2_500

interface HeartbeatOptions {
  worker: WorkerIdentity
  /** Called when the worker is registered, and can claim jobs. */
  onJoined(): void
  /** Called when the worker counted as dead, so that its jobs run elsewhere. */
  onLost(): void
}

/** Keeps a worker registered, by a heartbeat twice a second, and returns the jobs of dead workers to the queue. */
export function startHeartbeat(
  { database, logger }: Context,
  { worker, onJoined, onLost }: HeartbeatOptions,
): Repeated {
  let beatAt: number | null = null

  const beatOnce = async () => {
    const { joined, losses } = await beat(database, worker)
    const isSteady = beatAt !== null && performance.now() - beatAt < STEADY_MS
    if (joined && beatAt !== null) {
      logger.warn('this worker was silent for too long: other workers run its jobs')
      onLost()
    }
    beatAt = performance.now()
    if (joined) onJoined()
    if (losses && isSteady) {
      logger.warn('a worker died: its jobs are queued again')
      await recoverJobs(database)
    }
  }

  return repeat(
    () => beatOnce().catch((error: Error) => logger.warn({ err: error }, 'a heartbeat of the worker failed')),
    INTERVAL_MS,
  )
}
