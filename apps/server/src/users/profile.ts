import * as z from 'zod'

/** The longest name of a user, in characters. */
export const LONGEST_USER_NAME = 200

/** The longest address that mail can have (RFC 5321). */
const LONGEST_EMAIL = 254

/**
 * An e-mail address, trimmed and in lower case. It is judged before it is lowered, which makes an ASCII letter of some others, such as
 * the sign for kelvin.
 */
export const Email = z.string().trim().pipe(z.email().max(LONGEST_EMAIL).toLowerCase())

const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu
/** Embeddings, overrides and isolates, which reorder the text around a name. */
const REORDERING = /[\u202a-\u202e\u2066-\u2069]/gu

/** Makes a text a name of a user: in one line, and cut between characters as people see them. May be empty. */
export function toUserName(text: string): string {
  const line = text.toWellFormed().replace(BREAKS, ' ').replace(REORDERING, '').trim()
  let name = ''
  for (const { segment } of new Intl.Segmenter().segment(line)) {
    if ([...(name + segment)].length > LONGEST_USER_NAME) break
    name += segment
  }
  return name.trimEnd()
}
