import { ProblemError } from '../../errors.js'
import type { JobPosition } from '../../repositories/job/own-jobs.js'

/** The id of an asset, and the name of a job. */
const CURSOR = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.[a-z-]+$/

/** Parses a cursor; null without one. Throws `invalid_request` when it is not a cursor of this service. */
export function readJobCursor(cursor: string | undefined): JobPosition | null {
  if (cursor === undefined) return null
  const text = Buffer.from(cursor, 'base64url').toString('latin1')
  if (!CURSOR.test(text)) {
    throw new ProblemError('invalid_request', '/query/cursor is not a cursor of this service.', {
      errors: [
        { pointer: '/query/cursor', code: 'invalid_value', detail: 'must come from the `Link` of another page' },
      ],
    })
  }
  const [assetId = '', name = ''] = text.split('.')
  return { assetId, name }
}

/** Returns the `Link` (RFC 8288) to the page after `last`, with the parameters of this one. */
export function nextJobLink(url: string, { assetId, name }: JobPosition): string {
  const { pathname, searchParams } = new URL(url, 'http://localhost')
  searchParams.set('cursor', Buffer.from(`${assetId}.${name}`).toString('base64url'))
  return `<${pathname}?${searchParams}>; rel="next"`
}
