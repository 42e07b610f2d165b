import type { Request } from 'express'
import type { FairSemaphore } from '../admission/fair-semaphore.js'
import { callerKeyOf } from './access/caller.js'
import type { Route } from './route.js'

/** Larger bodies hold more than about 1,700 ids, which take the database far longer than other requests. */
const LARGE = 64 * 1024

/**
 * Waits for a turn at the database, so that one user cannot occupy it. Handlers without a permission need none: they use the database
 * little, and may wait for a provider. Uploads take turns of their own.
 */
export async function acquireTurn(
  { metadata: { permission, isUpload } }: Route,
  request: Request,
  { request: small, largeRequest }: Record<'request' | 'largeRequest', FairSemaphore>,
): Promise<() => void> {
  if (permission === null || isUpload) return () => {}
  const { bodyLength = 0, endBodyTurn } = request
  const end = await (bodyLength > LARGE ? largeRequest : small).acquire(callerKeyOf(request))
  return () => {
    end()
    endBodyTurn?.()
  }
}
