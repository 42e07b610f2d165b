/** A value as it was in a version of what it is made of. */
interface Remembered<Value> {
  version: string
  value: Promise<Value>
}

/**
 * Returns a function that makes a value once for each version of what it is made of, by a key. It remembers the values of the `most` keys
 * that were asked for last. Simultaneous questions share one making, and a failed one is forgotten.
 */
export function rememberByVersion<Value>(
  most: number,
): (key: string, version: string, make: () => Promise<Value>) => Promise<Value> {
  const remembered = new Map<string, Remembered<Value>>()
  return async (key, version, make) => {
    const known = remembered.get(key)
    const value = known?.version === version ? known.value : make()
    remembered.delete(key)
    remembered.set(key, { version, value })
    const [leastRecent] = remembered.keys()
    if (remembered.size > most && leastRecent !== undefined) remembered.delete(leastRecent)
    try {
      return await value
    } catch (error) {
      if (remembered.get(key)?.value === value) remembered.delete(key)
      throw error
    }
  }
}

/** Returns a function that derives a value from an object once, and remembers it for as long as the object is in memory. */
export function deriveOnce<From extends object, Value extends object>(
  derive: (from: From) => Value,
): (from: From) => Value {
  const derived = new WeakMap<From, Value>()
  return (from) => {
    const value = derived.get(from) ?? derive(from)
    derived.set(from, value)
    return value
  }
}
