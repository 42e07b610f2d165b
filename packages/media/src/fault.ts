import { CrashFault, FileFault } from './errors.js'

/** A message that a tool or decoder printed about a file. It is not for the owner. */
export class ToolFault extends Error {}

/**
 * The output of a tool, its meaning for the owner of the file, and whether another attempt may succeed, or may crash again.
 */
type Meanings = [printed: RegExp, meaning: string, fate?: 'passing' | 'crashed'][]

/** The fault of a video without any readable content. */
export const DAMAGED_CONTENT = 'its content is damaged; copy it again from its source'

/** The fault of an image on which its decoder crashed. */
export const DECODER_CRASHED = 'the decoder crashed, or ran out of memory; export it again with fewer pixels'

/** The messages with which decoders and Node report that they get no more memory. */
export const OUT_OF_MEMORY: RegExp =
  /^(?!.*exceeds the (?:maximum image size|security limit of \d+ pixels)).*(out of memory|memory allocation|allocation failed|(cannot|unable to) allocate|failed to allocate|(not enough|insufficient) memory|memory access out of bounds|cache ?resources|aborted\(|std::bad_alloc)/is

/** The fault of a file of which a part is missing. */
export const INCOMPLETE = 'it is incomplete; copy it again from its source'
export const NEEDS_MEMORY = 'decoding it needs more memory than the limit allows; export it with fewer pixels'

/** The fault of a video with frames beyond FRAME_LIMIT. */
export const LARGE_FRAMES = 'its frames have more than 100 million pixels; export it with fewer'
const PIXELS = 'it has more than 300 million pixels; export it with fewer'
const DISK_FULL = 'the disk of the data folder is full; free some space'
/** The fault of a file that its seller protects. */
export const PROTECTED = 'it is protected against copying (DRM), so that only the program of its seller can show it'

/** The fault of a picture whose colours its decoder would take for red, green and blue. */
export const FOREIGN_COLOURS =
  'its colours (CMYK, Lab or e-sYCC) cannot be drawn in this format; export it as JPEG, PNG or TIFF'

/** A failure of a tool or of this program that the file does not cause. */
export const OURS = 'the service failed, not the file; see the log of the service'

const ofAll: Meanings = [
  [/no space left on device|ENOSPC/i, DISK_FULL, 'passing'],
  [
    /input file is missing|unable to open for write|error while loading shared|unrecognized option|no such filter|unknown encoder|failed with 12[67]\b/i,
    OURS,
    'passing',
  ],
]

const ofImages: Meanings = [
  ...ofAll,
  [
    /premature end|truncated|end of (file|stream|\w+ source)|unexpected (eof|end)|moov atom not found|short read|webp: unable to parse image/i,
    INCOMPLETE,
  ],
  [/exceeds pixel limit|picture size .* is invalid|max_pixels/i, PIXELS],
  [
    /unsupported ?(image format|codec|feature|filetype|bits|jpeg data precision)|no decoding plugin|not been built in|wrong tile image|double references|compress(ion support is not configured|NotSupported)|UnrecognizedImageCompression|MaximumChannelsExceeded/i,
    'its content has an unsupported format; export it as JPEG, PNG, WebP, HEIC or AVIF',
  ],
  [/^its colours/, FOREIGN_COLOURS],
  [
    /exceeds the (maximum image size|security limit of \d+ pixels)/i,
    'its decoder refuses it, because it has many more pixels than it says; export it as JPEG, PNG or WebP',
  ],
  // libheif has security limits for counts and lengths, too, which a file with false numbers exceeds.
  [/cannot allocate memory|bytes,? exceed\w* the security limit/i, NEEDS_MEMORY, 'crashed'],
  [/failed with SIG/, DECODER_CRASHED, 'crashed'],
]

const ofVideos: Meanings = [
  ...ofAll,
  [/moov atom not found|end of file|truncated/i, INCOMPLETE],
  [
    /not on whitelist|no decoder|decoder .* not found|unsupported codec/i,
    'its video format is not supported; export it as MP4',
  ],
  [/exceeds pixel limit|max_pixels/i, LARGE_FRAMES],
  [/cannot allocate memory/i, NEEDS_MEMORY, 'crashed'],
  [/Picture size \S+ is invalid/i, 'its picture is too large; export it with fewer pixels'],
  [/failed with SIG/, 'ffmpeg crashed, or ran out of memory; export it again with fewer pixels', 'crashed'],
]

/** Explains to the owner of a photo why no thumbnail could be made. */
export function explainImageFault(error: unknown): Error {
  return explain(error, ofImages)
}

/** Explains to the owner of a video why it could not be drawn or transcoded. */
export function explainVideoFault(error: unknown): Error {
  return explain(error, ofVideos)
}

/** Translates the output of a tool, and returns other errors as they are. Most outputs mean damage. */
function explain(error: unknown, meanings: Meanings): Error {
  if (!(error instanceof Error)) return new Error(String(error))
  if (!(error instanceof ToolFault)) return error
  const [, meaning, fate] = meanings.find(([printed]) => printed.test(error.message)) ?? [null, DAMAGED_CONTENT]
  if (fate === 'passing') return new Error(meaning, { cause: error })
  return fate === 'crashed' ? new CrashFault(meaning, { cause: error }) : new FileFault(meaning, { cause: error })
}
