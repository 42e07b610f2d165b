import { availableParallelism } from 'node:os'

/** The largest number of pixels in a frame, because a decoder keeps many frames at once. */
export const FRAME_LIMIT = 100_000_000

/** The largest frame that several threads decode, each of which keeps frames of its own: that of 4K. */
const SHARED_FRAME = 4_096 * 2_304

/** The largest frame of a video that is decoded beside others: that of HD. */
const SMALL_FRAME = 1_920 * 1_200

/** The size of a frame in pixels. */
export interface Frame {
  width: number
  height: number
}

/** Returns whether the decoder of a video needs so much memory that no picture should be decoded meanwhile. */
export function hasLargeFrames({ width, height }: Frame): boolean {
  return width * height > SMALL_FRAME
}

const OWN_BYTES = 300 * 2 ** 20
/** The bytes of a pixel in the eight frames with 10 bits that HEVC and AV1 keep. */
const BYTES_OF_PIXEL = 24

/** Returns the bytes of memory that the decoder and the encoder of a video may have together. */
export function toVideoMemory(frame: Frame): number {
  const threads = isShared(frame) ? availableParallelism() : 1
  return OWN_BYTES + frame.width * frame.height * BYTES_OF_PIXEL * (1 + threads)
}

/** Returns whether several threads decode a video. */
export function isShared({ width, height }: Frame): boolean {
  return width * height <= SHARED_FRAME
}
