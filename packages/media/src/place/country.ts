import { createRequire } from 'node:module'
import type * as CountryCoder from '@rapideditor/country-coder'
import { borderTowns } from '../generated/border-towns.js'

const require = createRequire(import.meta.url)

/** The latitude of the border between Morocco and Western Sahara. */
const SAHARA_LATITUDE = 27.667

/** The countries of disputed areas according to the United Nations. */
const disputed = new Map([
  ['Crimea', 'UA'],
  ['Northern Cyprus', 'CY'],
])

/** A country, or a territory with its own code. */
export interface Country {
  /** The code (ISO 3166-1 alpha-2), as GeoNames uses it. */
  code: string
  isDisputed: boolean
}

/** Finds the country of a position in degrees; null on the high seas. The first call loads the borders of the world. */
export function findCountry(latitude: number, longitude: number): Country | null {
  const { featuresContaining }: typeof CountryCoder = require('@rapideditor/country-coder')
  const features = featuresContaining([longitude, latitude]).map(({ properties }) => properties)
  for (const { nameEn } of features) {
    const code = disputed.get(nameEn)
    if (code) return { code, isDisputed: true }
  }
  const country = features.find(({ iso1A2, isoStatus }) => iso1A2 && /^(official|usrAssn)$/.test(isoStatus ?? ''))
  const code = country?.iso1A2
  if (!code) return null
  const town = findBorderTown(latitude, longitude)
  if (town) return { code: town, isDisputed: false }
  if (code === 'EH' || (code === 'MA' && latitude < SAHARA_LATITUDE)) return { code: 'EH', isDisputed: true }
  return { code, isDisputed: false }
}

/** The radius of a town in degrees: 2 km. */
const TOWN = 0.018

/**
 * Finds the country of a town that the borders put on the wrong side. The position has to be near the centre of the town, and nearer to it
 * than to those of its neighbours.
 */
function findBorderTown(latitude: number, longitude: number): string | null {
  const width = Math.cos((latitude * Math.PI) / 180)
  const distanceTo = ([east, north]: [number, number]) => Math.hypot((east - longitude) * width, north - latitude)
  const found = borderTowns.find(
    ([town, , others]) => distanceTo(town) < TOWN && others.every((other) => distanceTo(town) < distanceTo(other)),
  )
  return found?.[1] ?? null
}
