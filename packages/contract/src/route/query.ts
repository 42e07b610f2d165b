import * as z from 'zod'
import type { Fields, NamedObject } from './named-object.js'
import { isNameable } from './primitives.js'

/** Returns the schema of a boolean, which is text in a query. */
export function flag() {
  return z
    .union([z.boolean(), z.stringFormat('boolean', /^(true|false)$/).transform((text) => text === 'true')])
    .pipe(z.boolean())
}

/** Returns the schema of a whole number, which is text in a query. */
export function whole(min: number, max = Number.MAX_SAFE_INTEGER) {
  return z
    .union([z.int(), z.stringFormat('whole number', /^-?(\d{1,9}|[1-9]\d{9,14})$/).transform(Number)])
    .pipe(z.int().min(min).max(max))
}

/** Returns the schema of a time with an offset from UTC, or of a date, which means its start in UTC. */
export function moment() {
  return z.union([z.iso.date(), z.iso.datetime({ offset: true })])
}

/** Returns the schema of a moment that is stored, so that answers have to name it. */
export function storedMoment() {
  return moment().refine((text) => !text.startsWith('0000') && isNameable(new Date(text)), {
    params: { code: 'invalid_value', detail: 'must be in the years 0001 to 9999, in UTC too' },
  })
}

/** The key of a link, with which its visitors need no account. */
export const shareKey = z
  .string()
  .max(512)
  .optional()
  .describe(
    'The key of a link: the request is that of its visitor, whatever else it carries. The header `x-immich-share-key` does the same.',
  )

const query = z.object({ key: shareKey }).describe('The key of a link.')
export interface ShareKey extends Fields<typeof query> {}
export interface ShareKeySchema extends NamedObject<typeof query, ShareKey> {}
export const ShareKey: ShareKeySchema = query
