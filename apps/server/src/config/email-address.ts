import * as z from 'zod'

/** The longest address that mail can have (RFC 5321). */
const LONGEST = 254

/**
 * An e-mail address as the library stores it: trimmed, and in lower case. It is checked before the conversion to lower case, which turns
 * some other letters, such as the sign for kelvin, into ASCII letters.
 */
export const EmailAddress = z
  .string()
  .trim()
  .pipe(
    z
      .email({ error: ({ input }) => toFault(`${input}`) })
      .max(LONGEST, 'is not an e-mail address')
      .toLowerCase(),
  )

/** Describes a letter that no address contains, because it may look like one that addresses contain. */
function toFault(text: string): string {
  const [foreign] = /[^\0-\x7f]/u.exec(text) ?? []
  const named = foreign && `: ${foreign} is U+${foreign.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`
  return `is not an e-mail address${named ?? ''}`
}
