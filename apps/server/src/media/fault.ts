type Meanings = [said: RegExp, meaning: string][]

/** What is wrong with a video in which nothing can be read. */
export const brokenContent = 'its content is broken; copy it again from where it came'

const cutShort = 'it is cut short; copy it again from where it came'

const ofImages: Meanings = [
  [
    /premature end|truncated|end of (file|stream)|unexpected (eof|end)|moov atom not found|short read|webp: unable to parse image/i,
    cutShort,
  ],
  [/exceeds pixel limit|picture size .* is invalid|max_pixels/i, 'it has more than 300 million pixels'],
  [/unsupported image format|not on whitelist/i, 'its content is in no format that can be drawn'],
  [/the decoder died/, 'the decoder crashed on it, or needed more memory than there is'],
  [/cannot allocate memory/i, 'decoding it needs more memory than it may have'],
  [/Invalid data found|libpng read error/i, 'its content is broken'],
]

const ofVideos: Meanings = [
  [/moov atom not found|end of file|truncated/i, cutShort],
  [/no space left on device|ENOSPC/i, 'the disk of the data folder is full; make room on it'],
  [/not on whitelist/i, 'it is in no format of videos that is read'],
  [/cannot allocate memory/i, 'decoding it needs more memory than it may have'],
  [/Picture size \S+ is invalid/i, 'its picture is too large'],
  [/Invalid data found|could not find codec parameters/i, brokenContent],
]

/** Why a photo or video cannot be drawn, in words for the person who owns it. */
export function describeImageFault(error: unknown): string {
  return describe(error, ofImages, -1)
}

/** Why a video could not be transcoded, in words for the person who owns it. */
export function describeTranscodeFault(error: unknown): string {
  return describe(error, ofVideos, 0)
}

/** A tool's messages in words for people; otherwise its line at `line`, which is the most informative. */
function describe(error: unknown, meanings: Meanings, line: 0 | -1): string {
  const message = error instanceof Error ? error.message : String(error)
  return meanings.find(([said]) => said.test(message))?.[1] ?? message.split('\n').at(line) ?? message
}
