import type { Fetch } from '../options.js'

/** What came back. */
export interface Exchange {
  response: Response
  text: string
}

interface Limits {
  signal: AbortSignal | undefined
  timeoutMs: number
  /** Whether the body of an answer is left to the caller, who may still abort it. */
  isLeft?: (response: Response) => boolean
}

/** Thrown when the service was silent for too long. */
export const silence = {}

/** The longest that a timer can wait. */
const MAX_TIMER = 2 ** 31 - 1

/** Sends a request and reads its whole answer, unless it is to be left. Throws `silence`, the reason of the signal, or what fetch throws. */
export async function exchange(
  fetch: Fetch,
  url: string,
  init: RequestInit,
  { signal, timeoutMs, isLeft }: Limits,
): Promise<Exchange> {
  const controller = new AbortController()
  const stop = () => controller.abort(signal?.reason)
  let silent = false
  let left = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const listen = () => {
    clearTimeout(timer)
    timer = setTimeout(
      () => {
        silent = true
        controller.abort()
      },
      Math.min(timeoutMs, MAX_TIMER),
    )
  }
  if (signal?.aborted) stop()
  signal?.addEventListener('abort', stop)
  listen()
  try {
    const response = await fetch(url, { ...init, signal: controller.signal })
    left = isLeft?.(response) ?? false
    return { response, text: left ? '' : await readText(response, listen) }
  } catch (error) {
    if (silent) throw silence
    throw (signal?.aborted && signal.reason) || error
  } finally {
    clearTimeout(timer)
    if (!left) signal?.removeEventListener('abort', stop)
  }
}

/** Reads a body as text and says so at each part of it; in one piece where the platform has no streams. */
async function readText(response: Response, onPart: () => void): Promise<string> {
  const reader = response.body?.getReader?.()
  if (!reader) return response.text()
  const decoder = new TextDecoder()
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    onPart()
    text += decoder.decode(value, { stream: true })
  }
}
