const faults: [said: RegExp, meaning: string][] = [
  [
    /premature end|truncated|end of (file|stream)|unexpected (eof|end)|moov atom not found|short read|webp: unable to parse image/i,
    'it is cut short; copy it again from where it came',
  ],
  [/exceeds pixel limit|picture size .* is invalid|max_pixels/i, 'it has more than 300 million pixels'],
  [/unsupported image format|not on whitelist/i, 'its content is in no format that can be drawn'],
  [/the decoder died/, 'the decoder crashed on it, or needed too much memory'],
  [/took longer/, 'decoding it took longer than a minute'],
  [/Invalid data found|libpng read error/i, 'its content is broken'],
]

/** Why a photo or film cannot be drawn, in words for the person who owns it. */
export const describeImageFault = (error: unknown): string => {
  const message = error instanceof Error ? error.message : String(error)
  return faults.find(([said]) => said.test(message))?.[1] ?? message.split('\n').at(-1) ?? message
}
