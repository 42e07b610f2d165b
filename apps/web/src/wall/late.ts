/** Most thumbnails are there by then. */
const LATE_MS = 100

/** Longer than this at a time nothing is done for what is late. */
const MOST_MS = 8

/** What is to be done, and when, in that order. */
const waiting = new Map<() => void, number>()
let isWorking = false

/** Calls back in a moment, unless what it returns is called before. One timer does for all, and the page stays responsive. */
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
