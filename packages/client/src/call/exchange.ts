import type { Fetch } from '../options.js'

/** A response with its text. */
export interface Exchange {
  response: Response
  text: string
}

interface Limits {
  signal: AbortSignal | undefined
  timeoutMs: number
  /** Whether the caller reads the body of the response, and may still abort it. */
  isLeft?: (response: Response) => boolean
}

/** Thrown when the service has sent nothing for too long. */
export const silence = {}

/** The longest time that a timer can wait, in milliseconds. */
const MAX_TIMER = 2 ** 31 - 1

/**
 * Sends a request and reads its whole answer, unless the caller reads it. Throws `silence`, the reason of the signal,
 * or the error of fetch.
 */
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

/** Reads a body as text and calls `onPart` for each part of it. Without streams, the whole body is one part. */
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
