import { setTimeout as sleep } from 'node:timers/promises'
import { isRunning, readPostmaster, tellToStop } from './postmaster.js'

/** What an open embedded database knows of itself when its process ends at once. */
export interface Abandoned {
  /** The cluster. */
  folder: string
  /** Whether this process started PostgreSQL, or holds it. */
  isInUse(): boolean
  /** Lets go; whether nobody else holds it. */
  release(): Promise<boolean>
}

const ANSWER_LIMIT_MS = 1_000

const opened = new Set<Abandoned>()

/** Makes a database one of those that `abandonAll` lets go of, until the returned function is called. */
export function abandonable(database: Abandoned): () => void {
  opened.add(database)
  return () => void opened.delete(database)
}

/** Tells each PostgreSQL that only this process uses to stop, without waiting until it has. */
export async function abandonAll(): Promise<void> {
  await Promise.allSettled([...opened].map(abandon))
}

async function abandon({ folder, isInUse, release }: Abandoned): Promise<void> {
  // One that does not answer is told as well: if another process uses it, that starts it again.
  const isLast = await Promise.race([release(), sleep(ANSWER_LIMIT_MS).then(isInUse)])
  const found = isLast ? await readPostmaster(folder) : null
  if (found && (await isRunning(found.pid, folder))) await tellToStop(found.pid, folder)
}
