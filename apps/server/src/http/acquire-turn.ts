import type { Request, Response } from 'express'
import { acquireWhileConnected } from '../admission/acquire-for.js'
import type { FairSemaphore } from '../admission/fair-semaphore.js'
import { toCallerKey } from './access/caller.js'

/** The length in bytes of a body with about 1,700 ids. Larger ones take the database far longer than other requests. */
const LARGE = 64 * 1024

/**
 * Waits for a turn at the database, so that one user cannot occupy it, for as long as the client is connected. Returns the function that
 * ends the turn.
 */
export async function acquireTurn(
  request: Request,
  response: Response,
  { request: small, largeRequest }: Record<'request' | 'largeRequest', FairSemaphore>,
): Promise<() => void> {
  const { bodyLength = 0, endBodyTurn } = request
  const semaphore = bodyLength > LARGE ? largeRequest : small
  const end = await acquireWhileConnected(response, semaphore, toCallerKey(request))
  return () => {
    end()
    endBodyTurn?.()
  }
}
