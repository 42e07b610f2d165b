const [TAG_START, TAG_END, SLASH, BANG, QUESTION, QUOTE, APOSTROPHE] = Buffer.from('<>/!?"\'')

/**
 * Returns the depth to which the elements of an XMP text are nested, 0 for none. The text may be in any encoding of Unicode. Elements in
 * comments are counted, too.
 */
export async function findXmpDepth(chunks: AsyncIterable<Buffer>): Promise<number> {
  let depth = 0
  let deepest = 0
  let last: number | undefined
  let quote: number | null = null
  let tag: 'none' | 'begun' | 'opening' | 'closing' | 'other' = 'none'
  for await (const chunk of chunks) {
    for (const byte of chunk) {
      // In UTF-16, each of these characters contains a zero byte.
      if (byte === 0) continue
      if (quote !== null) {
        if (byte === quote) quote = null
      } else if (tag === 'none') {
        if (byte === TAG_START) tag = 'begun'
      } else if (tag === 'begun') {
        tag = byte === SLASH ? 'closing' : byte === BANG || byte === QUESTION ? 'other' : 'opening'
      } else if (byte === TAG_END) {
        if (tag === 'closing') depth = Math.max(0, depth - 1)
        else if (tag === 'opening' && last !== SLASH) depth += 1
        deepest = Math.max(deepest, depth)
        tag = 'none'
      } else if (tag === 'opening' && (byte === QUOTE || byte === APOSTROPHE)) {
        quote = byte
      }
      last = byte
    }
  }
  return deepest
}
