import type { Context } from '../../context.js'
import { type Repeated, repeat } from '../../process/repeat.js'
import { hastenJobs } from '../queue/hasten-jobs.js'
import { beat, recoverJobs, type WorkerIdentity } from '../queue/registered-worker.js'

const INTERVAL_MS = 500
/** After a pause or a jump of the clock, the others get the time of so many heartbeats before they count as dead. */
const STEADY_BEATS = 3

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
  let isKnown = false
  let steadyBeats = 0

  const beatOnce = async () => {
    const { joined, losses, isSteady } = await beat(database, worker)
    steadyBeats = isSteady ? steadyBeats + 1 : 0
    if (joined && isKnown) {
      logger.warn('this worker was silent for too long: other workers run its jobs')
      onLost()
    }
    isKnown = true
    if (steadyBeats === 0) await hastenJobs(database)
    if (joined) onJoined()
    if (losses && steadyBeats >= STEADY_BEATS) {
      logger.warn('a worker died: its jobs are queued again')
      await recoverJobs(database)
    }
  }

  return repeat(
    () => beatOnce().catch((error: Error) => logger.warn({ err: error }, 'a heartbeat of the worker failed')),
    INTERVAL_MS,
  )
}
