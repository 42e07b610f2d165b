type Meanings = [said: RegExp, meaning: string][]

/** The fault of a video without any readable content. */
export const DAMAGED_CONTENT = 'its content is damaged; copy it again from its source'

const INCOMPLETE = 'it is incomplete; copy it again from its source'

const ofImages: Meanings = [
  [
    /premature end|truncated|end of (file|stream)|unexpected (eof|end)|moov atom not found|short read|webp: unable to parse image/i,
    INCOMPLETE,
  ],
  [/exceeds pixel limit|picture size .* is invalid|max_pixels/i, 'it has more than 300 million pixels'],
  [/unsupported image format|not on whitelist/i, 'its content has an unsupported format'],
  [/the decoder died/, 'the decoder crashed, or ran out of memory'],
  [/cannot allocate memory/i, 'decoding it needs more memory than the limit allows'],
  [/Invalid data found|libpng read error/i, 'its content is damaged'],
]

const ofVideos: Meanings = [
  [/moov atom not found|end of file|truncated/i, INCOMPLETE],
  [/no space left on device|ENOSPC/i, 'the disk of the data folder is full; free some space'],
  [/not on whitelist/i, 'its video format is not supported'],
  [/cannot allocate memory/i, 'decoding it needs more memory than the limit allows'],
  [/Picture size \S+ is invalid/i, 'its picture is too large'],
  [/Invalid data found|could not find codec parameters/i, DAMAGED_CONTENT],
]

/** Describes, for the owner of a photo or video, why no thumbnail could be made. */
export function describeImageFault(error: unknown): string {
  return describe(error, ofImages, -1)
}

/** Describes, for the owner of a video, why it could not be transcoded. */
export function describeTranscodeFault(error: unknown): string {
  return describe(error, ofVideos, 0)
}

/** Translates the message of a tool. Returns its most informative line, the one at `line`, when the message is unknown. */
function describe(error: unknown, meanings: Meanings, line: 0 | -1): string {
  const message = error instanceof Error ? error.message : String(error)
  return meanings.find(([said]) => said.test(message))?.[1] ?? message.split('\n').at(line) ?? message
}
