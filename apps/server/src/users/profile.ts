/** The longest name of a user, in characters. */
export const LONGEST_USER_NAME = 200

const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu
/** Embeddings, overrides and isolates, which reorder the text around a name. */
const REORDERING = /[\u202a-\u202e\u2066-\u2069]/gu

/** A character that people see. The braille pattern without dots is a symbol. */
const SEEN = /[^\p{Z}\p{C}\p{Default_Ignorable_Code_Point}\u2800]/u

/** Makes a text a name of a user: in one line, and cut between characters as people see them. Empty if nobody would see it. */
export function toUserName(text: string): string {
  const line = text.toWellFormed().replace(BREAKS, ' ').replace(REORDERING, '').trim()
  let name = ''
  for (const { segment } of new Intl.Segmenter().segment(line)) {
    if ([...(name + segment)].length > LONGEST_USER_NAME) break
    name += segment
  }
  return SEEN.test(name) ? name.trimEnd() : ''
}
