import type { ServerResponse } from 'node:http'
import type { FairSemaphore } from './fair-semaphore.js'

/**
 * Waits for a turn for as long as the client is connected. The turn ends with the response at the latest. Throws as `acquire` does.
 */
export async function acquireFor(
  response: ServerResponse,
  semaphore: FairSemaphore,
  caller: string,
): Promise<() => void> {
  const gone = new AbortController()
  const leave = () => gone.abort()
  response.once('close', leave)
  if (response.closed) leave()
  const end = await semaphore.acquire(caller, gone)
  response.once('close', end)
  // It may have been closed just after the turn began.
  if (response.closed) end()
  return end
}
