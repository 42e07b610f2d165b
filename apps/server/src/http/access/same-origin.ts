import type { Request } from 'express'
import { ProblemError } from '../../errors.js'

const READING = new Set(['GET', 'HEAD'])

/**
 * Browsers also send cookies with requests that other sites cause. Throws `cross_origin` when a request that may change
 * something does not come from a page of our own origin.
 */
export function requireSameOrigin(request: Request): void {
  if (READING.has(request.method)) return
  const site = request.get('sec-fetch-site')
  if (site === undefined ? isOwnOrigin(request.get('origin'), request.get('host')) : site === 'same-origin') return
  throw new ProblemError('cross_origin', 'A session cookie is accepted only from pages of the same origin.')
}

function isOwnOrigin(origin: string | undefined, host: string | undefined) {
  return origin !== undefined && URL.canParse(origin) && new URL(origin).host === host
}
