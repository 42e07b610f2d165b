/** The longest name of a user, in characters. */
export const LONGEST_USER_NAME = 200

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
