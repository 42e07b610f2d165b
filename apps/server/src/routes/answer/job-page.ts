import { ProblemError } from '../../errors.js'
import type { JobPosition } from '../../repositories/job/own-jobs.js'

/** The id of an asset, and the name of a job. */
const CURSOR = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.[a-z-]+$/

/** Where the page of a cursor starts; null without one. Throws `invalid_request` for one that is none of ours. */
export function readJobCursor(cursor: string | undefined): JobPosition | null {
  if (cursor === undefined) return null
  const text = Buffer.from(cursor, 'base64url').toString('latin1')
  if (!CURSOR.test(text)) {
    throw new ProblemError('invalid_request', '/query/cursor is not one that this service gave.', {
      errors: [
        { pointer: '/query/cursor', code: 'invalid_value', detail: 'must come from the `Link` of another page' },
      ],
    })
  }
  const [assetId = '', name = ''] = text.split('.')
  return { assetId, name }
}

/** The `Link` (RFC 8288) to the page after `last`, of the same query. */
export function nextJobLink(url: string, { assetId, name }: JobPosition): string {
  const { pathname, searchParams } = new URL(url, 'http://localhost')
  searchParams.set('cursor', Buffer.from(`${assetId}.${name}`).toString('base64url'))
  return `<${pathname}?${searchParams}>; rel="next"`
}
