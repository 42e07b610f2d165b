import { ProblemError } from '../errors.js'
import type { Position } from '../repositories/tag-assets.js'

const CURSOR = /^(-?\d{1,15})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

const unreadable = () =>
  new ProblemError('invalid_request', '/query/cursor is not one that this service gave.', {
    errors: [{ pointer: '/query/cursor', code: 'invalid_value', detail: 'must come from the `Link` of another page' }],
  })

const isDate = (ms: number) => Math.abs(ms) <= 8.64e15

/** Where the page of a cursor starts; null without one. */
export const readCursor = (cursor: string | undefined): Position | null => {
  if (cursor === undefined) return null
  const [, ms, assetId] = CURSOR.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? []
  if (ms === undefined || assetId === undefined || !isDate(Number(ms))) throw unreadable()
  return { fileCreatedAt: new Date(Number(ms)), assetId }
}

/** The `Link` (RFC 8288) to the page after `last`. */
export const nextLink = (path: string, limit: number, { fileCreatedAt, assetId }: Position): string => {
  const cursor = Buffer.from(`${fileCreatedAt.getTime()}.${assetId}`, 'latin1').toString('base64url')
  return `<${path}?limit=${limit}&cursor=${cursor}>; rel="next"`
}
