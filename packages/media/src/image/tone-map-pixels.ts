import { BRIGHTEST_NITS, UNCHANGED, WHITE_NITS } from '../hdr-light.js'
import type { Hdr } from './hdr.js'

/** Pixels, of RGB or grey, and the value of the brightest light. */
export interface Pixels {
  data: Uint8Array | Uint16Array | Float32Array
  channels: 1 | 3
  brightest: number
}

const HLG_BRIGHTEST_NITS = 1_000
const HLG_GAMMA = 1.2

/** The shares of red, green and blue in the luminance of BT.2020, in which HLG is defined. */
const luminance = [0.2627, 0.678, 0.0593] as const

/** Matrices of ITU-R BT.2087 and SMPTE EG 432 to the primaries of sRGB, row by row. */
const toSrgbPrimaries = {
  'BT.709': [1, 0, 0, 0, 1, 0, 0, 0, 1],
  P3: [1.2249, -0.2247, 0, -0.042, 1.0419, 0, -0.0197, -0.0786, 1.0979],
  'BT.2020': [1.6605, -0.5876, -0.0728, -0.1246, 1.1329, -0.0083, -0.0182, -0.1006, 1.1187],
} as const

const STEPS = 65_535

/** Converts HDR pixels to sRGB with 8 bits, by the same curve as videos. Light of 1 is white paper. */
export function toneMapPixels({ data, channels, brightest }: Pixels, { transfer, primaries }: Hdr): Uint8Array {
  const light = toLight(data, { transfer, brightest })
  // Light that is no brighter than paper is shown as it is.
  const isHdr = transfer !== 'linear' || light.some((value) => value > 1)
  const codes = Uint8Array.from({ length: STEPS + 1 }, (_, step) => Math.round(255 * encodeSrgb(step / STEPS)))
  const [rr, rg, rb, gr, gg, gb, br, bg, bb] = toSrgbPrimaries[primaries]
  const mapped = new Uint8Array((light.length / channels) * 3)
  for (let to = 0; to < mapped.length; to += 3) {
    const at = (to / 3) * channels
    const red = light[at] ?? 0
    const green = light[at + (channels > 1 ? 1 : 0)] ?? 0
    const blue = light[at + channels - 1] ?? 0
    const displayLight = transfer === 'HLG' ? toDisplay(red, green, blue) : 1
    const r = displayLight * (rr * red + rg * green + rb * blue)
    const g = displayLight * (gr * red + gg * green + gb * blue)
    const b = displayLight * (br * red + bg * green + bb * blue)
    const most = Math.max(r, g, b)
    const share = isHdr && most > UNCHANGED ? compress(most) / most : 1
    mapped[to] = codes[toStep(share * r)] ?? 0
    mapped[to + 1] = codes[toStep(share * g)] ?? 0
    mapped[to + 2] = codes[toStep(share * b)] ?? 0
  }
  return mapped
}

function toLight(
  data: Pixels['data'],
  { transfer, brightest }: { transfer: Hdr['transfer']; brightest: number },
): Float32Array {
  if (transfer === 'linear') return Float32Array.from(data, (value) => value / brightest)
  const light = Float32Array.from({ length: brightest + 1 }, (_, code) => decoders[transfer](code / brightest))
  return Float32Array.from(data, (code) => light[code] ?? 0)
}

/**
 * The functions that convert the code of a pixel to light: for PQ that of the screen, for HLG that of the scene (ITU-R BT.2100).
 */
const decoders = {
  PQ: (code: number) => {
    const power = code ** (32 / 2_523)
    const root = Math.max(power - 0.8359375, 0) / (18.8515625 - 18.6875 * power)
    return (10_000 * root ** (8_192 / 1_305)) / WHITE_NITS
  },
  HLG: (code: number) => (code <= 0.5 ? code ** 2 / 3 : (Math.exp((code - 0.55991073) / 0.17883277) + 0.28466892) / 12),
}

/** Returns the factor by which a screen shows light of a scene brighter, which depends on its luminance. */
function toDisplay(red: number, green: number, blue: number) {
  const scene = luminance[0] * red + luminance[1] * green + luminance[2] * blue
  return (HLG_BRIGHTEST_NITS / WHITE_NITS) * scene ** (HLG_GAMMA - 1)
}

/**
 * Applies the curve `mobius` of ffmpeg's tonemap: unchanged at first, and then compressed up to the brightest light, which is 1.
 */
function compress(light: number) {
  const peak = BRIGHTEST_NITS / WHITE_NITS
  const a = (-(UNCHANGED ** 2) * (peak - 1)) / (UNCHANGED ** 2 - 2 * UNCHANGED + peak)
  const b = (UNCHANGED ** 2 - 2 * UNCHANGED * peak + peak) / (peak - 1)
  return (((b + UNCHANGED) ** 2 / (b - a)) * (light + a)) / (light + b)
}

function encodeSrgb(light: number) {
  return light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055
}

function toStep(light: number) {
  return Math.round(STEPS * Math.min(1, Math.max(0, light)))
}
