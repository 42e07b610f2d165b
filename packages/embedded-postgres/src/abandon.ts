import { setTimeout as sleep } from 'node:timers/promises'
import { isRunning, readPostmaster, tellToStop } from './postmaster.js'

/** An open embedded database, as `abandonAll` needs it when its process ends at once. */
export interface Abandoned {
  /** The folder of the cluster. */
  folder: string
  /** Returns whether this process started PostgreSQL or holds a lease. */
  isInUse(): boolean
  /** Releases the lease. Resolves to whether no other process holds one. */
  release(): Promise<boolean>
}

const ANSWER_LIMIT_MS = 1_000

const opened = new Set<Abandoned>()

/** Registers a database for `abandonAll`. The returned function unregisters it. */
export function abandonable(database: Abandoned): () => void {
  opened.add(database)
  return () => void opened.delete(database)
}

/** Tells each PostgreSQL that only this process uses to stop. Does not wait until it has stopped. */
export async function abandonAll(): Promise<void> {
  await Promise.allSettled([...opened].map(abandon))
}

async function abandon({ folder, isInUse, release }: Abandoned): Promise<void> {
  // A PostgreSQL that does not answer is stopped as well. If another process uses it, that process starts it again.
  const isLast = await Promise.race([release(), sleep(ANSWER_LIMIT_MS).then(isInUse)])
  const found = isLast ? await readPostmaster(folder) : null
  if (found && (await isRunning(found.pid, folder))) await tellToStop(found.pid, folder)
}
