import type { Place } from './correct.js'

const SIGNED = String.raw`([-+−]?\d{1,3}(?:[.,]\d+)?)\s*°?\s*([NSEW])?`

/** Two numbers with a separator between them: a comma may also be in a number, and then a space or a semicolon separates. */
const PAIR = new RegExp(`^\\s*${SIGNED}\\s*(?:[,;]\\s*|\\s+)${SIGNED}\\s*$`, 'iu')

/** Where the addresses of maps have the place. */
const IN_ADDRESS = [
  /@(-?\d+\.\d+),(-?\d+\.\d+)/,
  /[?&](?:q|ll|mlat)=(-?\d+\.\d+)(?:,|&mlon=)(-?\d+\.\d+)/,
  /#map=[\d.]+\/(-?\d+\.\d+)\/(-?\d+\.\d+)/,
]

/**
 * Reads coordinates in degrees as maps give them, such as `38.7223, -9.1393`, `38,7223° N 9,1393° W`, or the address of a map. Returns
 * null for anything else.
 */
export function readCoordinates(text: string): Place | null {
  for (const pattern of IN_ADDRESS) {
    const [, latitude, longitude] = pattern.exec(text) ?? []
    if (latitude !== undefined && longitude !== undefined) return toPlace(Number(latitude), Number(longitude))
  }
  const [, latitude, north = '', longitude, east = ''] = PAIR.exec(text) ?? []
  if (latitude === undefined || longitude === undefined) return null
  if (/[EW]/i.test(north) || /[NS]/i.test(east)) return null
  return toPlace(toDegrees(latitude, /s/i.test(north)), toDegrees(longitude, /w/i.test(east)))
}

function toDegrees(text: string, isNegative: boolean) {
  const degrees = Number(text.replace(',', '.').replace('−', '-'))
  return isNegative ? -degrees : degrees
}

function toPlace(latitude: number, longitude: number): Place | null {
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null
}
