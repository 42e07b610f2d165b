/** The wait in milliseconds within which most thumbnails are loaded. */
const LATE_MS = 100

/** The longest time in milliseconds that late callbacks may take at once. */
const MOST_MS = 8

/** The callbacks in the order of their times. */
const waiting = new Map<() => void, number>()
let isWorking = false

/**
 * Calls `callback` after a moment, unless the returned function is called first. One timer serves all callbacks, and the page stays
 * responsive.
 */
export function whenLate(callback: () => void): () => void {
  waiting.set(callback, performance.now() + LATE_MS)
  if (!isWorking) setTimeout(work, LATE_MS)
  isWorking = true
  return () => void waiting.delete(callback)
}

function work() {
  const start = performance.now()
  for (const [callback, due] of waiting) {
    const now = performance.now()
    if (due > now || now - start > MOST_MS) {
      setTimeout(work, Math.max(0, due - now))
      return
    }
    waiting.delete(callback)
    callback()
  }
  isWorking = false
}
