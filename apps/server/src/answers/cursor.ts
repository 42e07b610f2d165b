import { ProblemError } from '../errors.js'

/** The text in a cursor. Throws `invalid_request` unless it has the form that this service gives it. */
export function decodeCursor(cursor: string, form: RegExp): string {
  const text = Buffer.from(cursor, 'base64url').toString('latin1')
  if (form.test(text)) return text
  throw new ProblemError('invalid_request', '/query/cursor is not a cursor of this service.', {
    errors: [{ pointer: '/query/cursor', code: 'invalid_value', detail: 'must come from the `Link` of another page' }],
  })
}

/** The cursor that holds a text. */
export function encodeCursor(text: string): string {
  return Buffer.from(text).toString('base64url')
}
