import { setTimeout as sleep } from 'node:timers/promises'
import DataLoader from 'dataloader'

/** The milliseconds by which a lookup may delay the next one. After that, they run concurrently. */
const SHARE_MS = 5

/**
 * The largest number of keys in a lookup, of which there are never so many at once; a longer list would be planned each time.
 */
const MOST = 500

/**
 * Lets requests that arrive during a lookup share the next one. `find` returns what it finds in the order of its keys. Nothing is
 * cached: the lookup of a request always starts after its arrival.
 */
export function shareLookups<Key, Found>(
  find: (keys: readonly Key[]) => Promise<Found[]>,
): (key: Key) => Promise<Found> {
  let before: Promise<unknown> = Promise.resolve()
  const loader = new DataLoader<Key, Found>(
    (keys) => {
      const found = find(keys)
      before = Promise.race([found.catch(() => {}), sleep(SHARE_MS, null, { ref: false })])
      return found
    },
    { cache: false, maxBatchSize: MOST, batchScheduleFn: (dispatch) => void before.then(() => setImmediate(dispatch)) },
  )
  return (key) => loader.load(key)
}
