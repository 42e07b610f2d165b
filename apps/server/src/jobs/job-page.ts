import { decodeCursor, encodeCursor } from '../answers/cursor.js'
import type { JobPosition } from './queue/own-jobs.js'

/** The id of an asset, and the name of a job. */
const CURSOR = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.[a-z-]+$/

/** Parses a cursor; null without one. Throws `invalid_request` when it is not a cursor of this service. */
export function readJobCursor(cursor: string | undefined): JobPosition | null {
  if (cursor === undefined) return null
  const text = decodeCursor(cursor, CURSOR)
  const [assetId = '', name = ''] = text.split('.')
  return { assetId, name }
}

/** Returns the `Link` (RFC 8288) to the page after `last`, with the parameters of this one. */
export function nextJobLink(url: string, { assetId, name }: JobPosition): string {
  const { pathname, searchParams } = new URL(url, 'http://localhost')
  searchParams.set('cursor', encodeCursor(`${assetId}.${name}`))
  return `<${pathname}?${searchParams}>; rel="next"`
}
