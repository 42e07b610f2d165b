import { ProblemError } from '../../errors.js'
import type { Position } from '../../repositories/position.js'

/** A time in milliseconds within the ranges of JavaScript and PostgreSQL (from 4713 BC), and the id of an entry. */
const CURSOR = /^(?:-\d{1,14}|\d{1,15})\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Parses a cursor; null without one. */
export function readCursor(cursor: string | undefined): Position | null {
  if (cursor === undefined) return null
  const text = Buffer.from(cursor, 'base64url').toString('latin1')
  if (!CURSOR.test(text)) throw unreadable()
  const dot = text.indexOf('.')
  return { at: new Date(Number(text.slice(0, dot))), id: text.slice(dot + 1) }
}

/** Returns the `Link` (RFC 8288) to the page after `last`, with the parameters of this one. */
export function nextLink(path: string, query: Record<string, unknown>, { at, id }: Position): string {
  const cursor = Buffer.from(`${at.getTime()}.${id}`).toString('base64url')
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...query, cursor })) {
    if (value !== undefined) search.set(name, String(value))
  }
  return `<${path}?${search}>; rel="next"`
}

function unreadable() {
  return new ProblemError('invalid_request', '/query/cursor is not a cursor of this service.', {
    errors: [{ pointer: '/query/cursor', code: 'invalid_value', detail: 'must come from the `Link` of another page' }],
  })
}
