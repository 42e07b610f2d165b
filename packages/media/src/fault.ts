import { CrashFault, FileFault } from './errors.js'

/** What a tool or decoder printed about a file; no words for its owner. */
export class ToolFault extends Error {}

/** What a tool prints, what it means for the owner of the file, and whether another attempt may succeed, or may crash again. */
type Meanings = [printed: RegExp, meaning: string, fate?: 'passing' | 'crashed'][]

/** The fault of a video without any readable content. */
export const DAMAGED_CONTENT = 'its content is damaged; copy it again from its source'

/** The fault of an image on which its decoder crashed. */
export const DECODER_CRASHED = 'the decoder crashed, or ran out of memory; export it anew, with fewer pixels'

/** The fault of a file of which a part is missing. */
export const INCOMPLETE = 'it is incomplete; copy it again from its source'
const NEEDS_MEMORY = 'decoding it needs more memory than the limit allows; export it with fewer pixels'

const ofImages: Meanings = [
  [/no space left on device|ENOSPC/i, 'the disk of the data folder is full; free some space', 'passing'],
  [
    /premature end|truncated|end of (file|stream|\w+ source)|unexpected (eof|end)|moov atom not found|short read|webp: unable to parse image/i,
    INCOMPLETE,
  ],
  [
    /exceeds pixel limit|picture size .* is invalid|max_pixels/i,
    'it has more than 300 million pixels; export it with fewer',
  ],
  [
    /unsupported image format|not on whitelist|unsupported (codec|feature|filetype)|no decoding plugin/i,
    'its content has an unsupported format; export it as JPEG, PNG, WebP, HEIC or AVIF',
  ],
  [/cannot allocate memory|security limit exceeded/i, NEEDS_MEMORY, 'crashed'],
  [/failed with SIG/, DECODER_CRASHED, 'crashed'],
]

const ofVideos: Meanings = [
  [/moov atom not found|end of file|truncated/i, INCOMPLETE],
  [/no space left on device|ENOSPC/i, 'the disk of the data folder is full; free some space', 'passing'],
  [/not on whitelist/i, 'its video format is not supported; export it as MP4'],
  [/cannot allocate memory/i, NEEDS_MEMORY, 'crashed'],
  [/Picture size \S+ is invalid/i, 'its picture is too large; export it with fewer pixels'],
  [/failed with SIG/, 'ffmpeg crashed, or ran out of memory; export it anew, with fewer pixels', 'crashed'],
]

/** Explains to the owner of a photo or video why no thumbnail could be made. */
export function explainImageFault(error: unknown): Error {
  return explain(error, ofImages)
}

/** Explains to the owner of a video why it could not be transcoded. */
export function explainTranscodeFault(error: unknown): Error {
  return explain(error, ofVideos)
}

/** Translates what a tool printed, and leaves other errors as they are. Most of what a tool prints means damage. */
function explain(error: unknown, meanings: Meanings): Error {
  if (!(error instanceof Error)) return new Error(String(error))
  if (!(error instanceof ToolFault)) return error
  const [, meaning, fate] = meanings.find(([printed]) => printed.test(error.message)) ?? [null, DAMAGED_CONTENT]
  if (fate === 'passing') return new Error(meaning, { cause: error })
  return fate === 'crashed' ? new CrashFault(meaning, { cause: error }) : new FileFault(meaning, { cause: error })
}
