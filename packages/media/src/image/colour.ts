import sharp, { type Metadata } from 'sharp'
import { toTiff } from './to-tiff.js'

/** The treatment of pixels: they are sRGB, are RGB with a profile to keep, or have to be converted. */
export type Colour = 'plain' | 'wide' | 'foreign'

/** Sample colours: a grey, and colours and greys of which another curve or other primaries would change at least one. */
const patches = [128, 128, 128, 255, 0, 0, 0, 255, 0, 0, 0, 255, 32, 32, 32, 200, 200, 200, 200, 80, 40, 40, 90, 190]

/** The difference that rounding makes, out of 255. */
const SAME = 3
/** The distance from the curve of screens beyond which a curve needs more than the 8 bits of a preview. */
const ALIKE = 30

/** Finds the treatment of the colours of a picture. */
export async function findColour({ icc, space, channels, hasAlpha }: Metadata): Promise<Colour> {
  if (space === 'cmyk' || space === 'lab' || space === 'labs') return 'foreign'
  if (!icc) return 'plain'
  if (channels - Number(hasAlpha) !== 3) return 'foreign'
  return compareWithSrgb(icc)
}

/** Finds the meaning of a profile by its conversion of a few colours, because its name may be any. */
async function compareWithSrgb(icc: Buffer): Promise<Colour> {
  const converted = await sharp(toTiff(Uint8Array.from(patches), patches.length / 3, 1, icc))
    .toColourspace('srgb')
    .raw()
    .toBuffer()
    .catch(() => null)
  if (!converted) return 'wide'
  if (isUnusable(converted)) return 'plain'
  const differences = patches.map((value, at) => Math.abs(value - (converted[at] ?? 0)))
  if (differences.every((difference) => difference <= SAME)) return 'plain'
  return (differences[0] ?? 0) > ALIKE ? 'foreign' : 'wide'
}

/** Whether a profile makes one colour of two of red, lime and blue, as one whose primaries are missing. Then what it makes is noise. */
function isUnusable(converted: Buffer): boolean {
  const [red, lime, blue] = [3, 6, 9].map((at) => converted.subarray(at, at + 3))
  const isAlike = (one: Buffer | undefined, other: Buffer | undefined) =>
    one?.every((value, at) => Math.abs(value - (other?.[at] ?? 0)) <= ALIKE)
  return Boolean(isAlike(red, lime) || isAlike(lime, blue) || isAlike(red, blue))
}
