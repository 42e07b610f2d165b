import type { ServerResponse } from 'node:http'
import type { FairSemaphore } from './fair-semaphore.js'

/**
 * Waits for a turn for as long as the client is connected. Throws as `acquire` does, and an AbortError when the client has left.
 */
export async function acquireWhileConnected(
  response: ServerResponse,
  semaphore: FairSemaphore,
  caller: string,
): Promise<() => void> {
  const gone = new AbortController()
  const leave = () => gone.abort()
  response.once('close', leave)
  if (response.closed) leave()
  try {
    return await semaphore.acquire(caller, gone)
  } finally {
    response.off('close', leave)
  }
}

/** The same for a turn that ends with the response at the latest. */
export async function acquireFor(
  response: ServerResponse,
  semaphore: FairSemaphore,
  caller: string,
): Promise<() => void> {
  const end = await acquireWhileConnected(response, semaphore, caller)
  response.once('close', end)
  // It may have been closed just after the turn began.
  if (response.closed) end()
  return end
}
