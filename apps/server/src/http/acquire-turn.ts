import type { Request } from 'express'
import type { FairSemaphore } from '../admission/fair-semaphore.js'
import { toCallerKey } from './access/caller.js'

/** Larger bodies hold more than about 1,700 ids, which take the database far longer than other requests. */
const LARGE = 64 * 1024

/** Waits for a turn at the database, so that one user cannot occupy it. Returns what ends it. */
export async function acquireTurn(
  request: Request,
  { request: small, largeRequest }: Record<'request' | 'largeRequest', FairSemaphore>,
): Promise<() => void> {
  const { bodyLength = 0, endBodyTurn } = request
  const end = await (bodyLength > LARGE ? largeRequest : small).acquire(toCallerKey(request))
  return () => {
    end()
    endBodyTurn?.()
  }
}
