import { ProblemError } from '../../errors.js'
import type { Position } from '../../repositories/tag/tag-assets.js'

/** Milliseconds that are a moment to JavaScript and to PostgreSQL, whose time begins in 4713 BC; and the id of an asset. */
const CURSOR = /^(?:-\d{1,14}|\d{1,15})\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const unreadable = () =>
  new ProblemError('invalid_request', '/query/cursor is not one that this service gave.', {
    errors: [{ pointer: '/query/cursor', code: 'invalid_value', detail: 'must come from the `Link` of another page' }],
  })

/** Where the page of a cursor starts; null without one. */
export const readCursor = (cursor: string | undefined): Position | null => {
  if (cursor === undefined) return null
  const text = Buffer.from(cursor, 'base64url').toString('latin1')
  if (!CURSOR.test(text)) throw unreadable()
  const dot = text.indexOf('.')
  return { fileCreatedAt: new Date(Number(text.slice(0, dot))), assetId: text.slice(dot + 1) }
}

/** The `Link` (RFC 8288) to the page after `last`. */
export const nextLink = (path: string, limit: number, { fileCreatedAt, assetId }: Position): string => {
  const cursor = Buffer.from(`${fileCreatedAt.getTime()}.${assetId}`).toString('base64url')
  return `<${path}?limit=${limit}&cursor=${cursor}>; rel="next"`
}
