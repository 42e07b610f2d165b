import * as z from 'zod'

/** A query holds text; programs may write a boolean. */
export const flag = () =>
  z
    .union([z.boolean(), z.stringFormat('boolean', /^(true|false)$/).transform((text) => text === 'true')])
    .pipe(z.boolean())

/** A whole number; a query holds text, and programs may write a number. */
export const whole = (min: number, max = Number.MAX_SAFE_INTEGER) =>
  z
    .union([z.int(), z.stringFormat('whole number', /^-?(\d{1,9}|[1-9]\d{9,14})$/).transform(Number)])
    .pipe(z.int().min(min).max(max))

/** A moment at some distance from UTC, or a day, which begins in UTC. */
export const moment = () => z.union([z.iso.date(), z.iso.datetime({ offset: true })])

/** Programs that speak this API may send the key of a share link. */
export const shareKey = z.string().max(512).optional().describe('No effect: there are no share links.')
