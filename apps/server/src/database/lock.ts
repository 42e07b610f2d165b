import { lock } from 'proper-lockfile'
import { UserError } from '../errors.js'

const STALE_MS = 5_000
const RETRY_MS = 40
const LIMIT_MS = 180_000

/** Does the work while no other process holds the lock `<path>`, in an existing `folder`. */
export const withLock = async <Result>(folder: string, path: string, work: () => Promise<Result>): Promise<Result> => {
  const release = await lock(folder, {
    lockfilePath: path,
    stale: STALE_MS,
    update: STALE_MS / 5,
    retries: {
      retries: LIMIT_MS / RETRY_MS,
      factor: 1,
      minTimeout: RETRY_MS / 2,
      maxTimeout: RETRY_MS,
      randomize: true,
    },
    // A process that was suspended may lose the lock; PostgreSQL's own lock files still keep the data safe.
    onCompromised: () => {},
  }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ELOCKED') {
      throw new UserError(
        `Another process holds ${path} for ${LIMIT_MS / 1_000} seconds. See what it waits for, or end it.`,
      )
    }
    throw new UserError(`Cannot write in ${folder}: ${error.message}`)
  })
  try {
    return await work()
  } finally {
    await release().catch(() => {})
  }
}
