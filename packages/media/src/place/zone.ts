import { DefaultExifToolOptions } from 'exiftool-vendored'
import { findCountry } from './country.js'

/**
 * Looks up a zone in a coarse table, which is wrong at borders, and which extends the zones of countries over the sea near coasts.
 */
const lookUp = DefaultExifToolOptions.geoTz

/** The distances in degrees at which zones are looked up: the table is wrong by at most about 20 km. */
const distances = [0, 0.03, 0.06, 0.12, 0.25, 0.5, 1]
const DIRECTIONS = 16

/**
 * Returns the zone of a position in degrees, offline: the nearest one of its country. In mid-ocean it is the nautical zone, such as
 * UTC-3, whose name in the database of zones, `Etc/GMT+3`, exiftool-vendored does not take.
 */
export function zoneAt(latitude: number, longitude: number): string | undefined {
  const country = findCountry(latitude, longitude)
  const own = new Set(country && listZones(country.code))
  const near = [...new Set(listNear(latitude, longitude))]
  const zone = near.find((each) => own.has(each) || own.has(toCanonical(each))) ?? near[0]
  const [, sign, hours] = /^Etc\/GMT([+-])(\d+)$/.exec(zone ?? '') ?? []
  return hours === undefined ? zone : `UTC${sign === '+' ? '-' : '+'}${hours}`
}

/** Lists the zones at and around a position, the nearest ones first. */
function* listNear(latitude: number, longitude: number): Generator<string> {
  const width = Math.cos((latitude * Math.PI) / 180)
  for (const distance of distances)
    for (let direction = 0; direction < DIRECTIONS; direction++) {
      const angle = (2 * Math.PI * direction) / DIRECTIONS
      const north = latitude + distance * Math.sin(angle)
      const east = longitude + (distance * Math.cos(angle)) / width
      const zone = Math.abs(north) <= 90 && Math.abs(east) <= 180 ? lookUp(north, east) : null
      if (zone) yield zone
    }
}

/** Lists the zones of a country by their canonical names. Node 22 has them in a property, later ones in a method. */
function listZones(country: string): string[] {
  const locale = new Intl.Locale('und', { region: country }) as { getTimeZones?(): string[]; timeZones?: string[] }
  return locale.getTimeZones?.() ?? locale.timeZones ?? []
}

function toCanonical(timeZone: string): string {
  return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone
}
