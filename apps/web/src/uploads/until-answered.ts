import { type Client, isProblem, type MediaLibraryError } from '@media-library/client'
import { messages } from '../language/messages.js'
import { toWords, type Words } from '../service/words.js'

const FIRST_MS = 1_000
const LONGEST_MS = 15_000

/** The wait in milliseconds after a refusal that does not say how long to wait. */
const BUSY_MS = 5_000

interface Waiting {
  signal: AbortSignal
  /** Called when the wait begins. */
  onWait: (words: Words) => void
}

/**
 * Waits until the service answers again. Returns whether it answered at once, after a wait, or not before the signal.
 */
export async function untilAnswered(
  client: Client,
  error: MediaLibraryError,
  { signal, onWait }: Waiting,
): Promise<'soon' | 'later' | 'never'> {
  let obstacle: unknown = error
  let delayMs = FIRST_MS
  let waitMs = error.problem ? (error.retryAfterMs ?? BUSY_MS) : 0
  const answer = waitMs > 0 ? 'later' : 'soon'
  for (let attempt = 0; !signal.aborted; attempt += 1) {
    if (waitMs > 0) {
      onWait(wordsWhile(obstacle))
      await pause(waitMs, signal)
    }
    try {
      await client.pingServer({ signal, retries: 0 })
      return attempt === 0 ? answer : 'later'
    } catch (fault) {
      obstacle = fault
    }
    waitMs = delayMs
    delayMs = Math.min(LONGEST_MS, 2 * delayMs)
  }
  return 'never'
}

function wordsWhile(obstacle: unknown): Words {
  const { title, detail } = toWords(obstacle)
  const advice = isProblem(obstacle) ? detail : messages.uploads.checkService
  return { title, detail: `${advice} ${messages.uploads.goesOn}` }
}

/** Resolves after the given time, when the network is back, or when the signal is aborted. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const ended = new AbortController()
    const end = () => {
      clearTimeout(timer)
      ended.abort()
      resolve()
    }
    const timer = setTimeout(end, ms)
    globalThis.addEventListener('online', end, { signal: ended.signal })
    signal.addEventListener('abort', end, { signal: ended.signal })
  })
}
