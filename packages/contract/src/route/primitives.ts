import * as z from 'zod'

/** The maximum number of ids of a list in a request. */
export const MAX_IDS = 100_000

export const Id = z
  .guid()
  .toLowerCase()
  .meta({ format: 'uuid' })
  .describe('A UUID (RFC 9562). Input may be in either case and is compared in lower case.')

export const Ids = z
  .array(Id)
  .max(MAX_IDS)
  .describe('A set of at most 100,000 ids: duplicates count once, and the first position wins.')

export const DateTime = z.iso.datetime({ precision: 3 }).describe('ISO 8601 in UTC with milliseconds and `Z`.')

/** Returns whether an answer can name a time: its year in UTC has four digits, and PostgreSQL has no year 0. */
export function isNameable(date: Date): boolean {
  return date.getUTCFullYear() >= 1 && date.getUTCFullYear() <= 9999
}

/** Unicode text of at most `max` characters (code points), without NUL or lone surrogates. */
export function text(max: number) {
  return z
    .string()
    .refine((value) => value.length <= max || [...value].length <= max, {
      params: { code: 'too_long', detail: `must have at most ${max} characters` },
    })
    .refine((value) => value.isWellFormed() && !value.includes('\0'), {
      params: { code: 'invalid_text', detail: 'must not contain NUL or lone surrogates' },
    })
    .meta({ maxLength: max })
}

/** The longest address that mail can have (RFC 5321). */
const LONGEST_ADDRESS = 254

/** An e-mail address. It is checked before the conversion to lower case, which turns the sign for kelvin into an ASCII letter. */
export const Email = z.email().max(LONGEST_ADDRESS).toLowerCase().meta({ format: 'email' })

/** A name of a user, which can be seen. */
export const UserName = text(200).refine((name) => /[^\p{White_Space}\p{Cc}\p{Cf}]/u.test(name), {
  params: { code: 'invalid_text', detail: 'must have a letter' },
})

/** A password that somebody chooses. */
export const NewPassword = text(256).min(8)
