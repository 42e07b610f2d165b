import { ProblemError } from '../errors.js'

/** The position of an entry in a list that is newest first. The next page starts after it. */
export interface Position {
  at: Date
  id: string
}

/** A part of a list; without `limit`, everything after the position. */
export interface Page {
  after: Position | null
  limit: number | null
}

/** A time in milliseconds within the ranges of JavaScript and PostgreSQL (from 4713 BC), and the id of an entry. */
const CURSOR = /^(?:-\d{1,14}|\d{1,15})\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Parses a cursor; null without one. */
export function readCursor(cursor: string | undefined): Position | null {
  if (cursor === undefined) return null
  const text = decodeCursor(cursor, CURSOR)
  const dot = text.indexOf('.')
  return { at: new Date(Number(text.slice(0, dot))), id: text.slice(dot + 1) }
}

/** Returns the `Link` (RFC 8288) to the page after `last`, with the parameters of this one. */
export function nextLink(path: string, query: Record<string, unknown>, { at, id }: Position): string {
  const cursor = encodeCursor(`${at.getTime()}.${id}`)
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...query, cursor })) {
    if (value !== undefined) search.set(name, String(value))
  }
  return `<${path}?${search}>; rel="next"`
}

/** Returns the text in a cursor. Throws `invalid_request` unless it has a form of this service. */
export function decodeCursor(cursor: string, form: RegExp): string {
  const text = Buffer.from(cursor, 'base64url').toString('latin1')
  if (form.test(text)) return text
  throw new ProblemError('invalid_request', '/query/cursor is not a cursor of this service.', {
    errors: [{ pointer: '/query/cursor', code: 'invalid_value', detail: 'must come from the `Link` of another page' }],
  })
}

/** Returns the cursor that holds a text. */
export function encodeCursor(text: string): string {
  return Buffer.from(text).toString('base64url')
}
