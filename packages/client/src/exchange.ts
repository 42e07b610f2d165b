import type { Fetch } from './options.js'

/** What came back. */
export interface Exchange {
  response: Response
  text: string
}

/** Thrown when the service was silent for too long. */
export const silence = {}

/** The longest that a timer can wait. */
const MAX_TIMER = 2 ** 31 - 1

/** Sends a request and reads its whole answer. Throws `silence`, the reason of the signal, or what fetch throws. */
export async function exchange(
  fetch: Fetch,
  url: string,
  init: RequestInit,
  { signal, timeoutMs }: { signal: AbortSignal | undefined; timeoutMs: number },
): Promise<Exchange> {
  const controller = new AbortController()
  const stop = () => controller.abort(signal?.reason)
  let silent = false
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
    return { response, text: await readText(response, listen) }
  } catch (error) {
    if (silent) throw silence
    throw (signal?.aborted && signal.reason) || error
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', stop)
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
