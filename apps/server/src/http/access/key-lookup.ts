import { setTimeout as sleep } from 'node:timers/promises'
import DataLoader from 'dataloader'
import type { Database } from '../../database/connect.js'
import { type ApiKeyRow, findApiKeys } from '../../repositories/user/api-key.js'

/** Finds the current key of an id; null when there is none. */
export type KeyLookup = (id: string) => Promise<ApiKeyRow | null>

/** How long a lookup may delay the next one. After that, they run concurrently. */
const SHARE_MS = 5

/**
 * Looks up keys in the database. Requests that arrive during a lookup share the next one. Nothing is cached: the lookup of a
 * request always starts after its arrival.
 */
export function createKeyLookup(database: Database): KeyLookup {
  let before: Promise<unknown> = Promise.resolve()
  const loader = new DataLoader<string, ApiKeyRow | null>(
    (ids) => {
      const found = findApiKeys(database, ids)
      before = Promise.race([found.catch(() => {}), sleep(SHARE_MS, null, { ref: false })])
      return found
    },
    { cache: false, batchScheduleFn: (dispatch) => void before.then(() => setImmediate(dispatch)) },
  )
  return (id) => loader.load(id)
}
