import { findCountry } from './country.js'
import { loadCities, toStateCode } from './places-cities.js'

/** The names of a place in English; null for those that do not exist, as on the high seas. */
export interface Place {
  city: string | null
  /** The state, province or region. */
  state: string | null
  country: string | null
}

/** A position in degrees. */
interface Position {
  latitude: number
  longitude: number
}

export interface Places {
  /** Finds the place of a position, offline. The first call loads the atlas. */
  findPlace(position: Position): Promise<Place>
}

const names = new Intl.DisplayNames('en', { type: 'region' })
const nowhere: Place = { city: null, state: null, country: null }

/** Creates an atlas, which is loaded at its first use. A process needs only one. */
export function createPlaces(): Places {
  let loading: ReturnType<typeof loadAtlas> | undefined

  return {
    findPlace: async ({ latitude, longitude: longitudeEast }) => {
      loading ??= loadAtlas()
      const { cities, polygons, states } = await loading
      // The borders end at -180; 180 is the same meridian.
      const longitude = longitudeEast === 180 ? -180 : longitudeEast
      const country = findCountry(latitude, longitude)
      if (!country) return nowhere
      const position = { latitude, longitude, country: country.code }
      const city = cities.findCity(position)
      const state = city
        ? toStateCode(city)
        : (polygons.findState(position) ?? (polygons.isLand(position) ? cities.findState(position) : null))
      return {
        city: city?.name ?? null,
        state: (state && !country.isDisputed && states.get(state)) || null,
        country: names.of(country.code) ?? null,
      }
    },
  }
}

async function loadAtlas() {
  const polygons = await loadPolygons()
  const [cities, states] = await Promise.all([loadCities(polygons.isLand), loadStates()])
  return { cities, polygons, states }
}

/** Loads the names of states by the codes of GeoNames, such as `CH.ZH`. */
async function loadStates(): Promise<Map<string, string>> {
  const { default: states } = await import('../generated/states.json', { with: { type: 'json' } })
  return new Map(Object.entries(states))
}

/** Loads coasts and the borders of the states of the largest countries (Natural Earth, 1:50,000,000), which are a few kilometres off. */
async function loadPolygons() {
  const [{ default: whichPolygon }, { polygons }] = await Promise.all([
    import('which-polygon'),
    import('../generated/polygons.js'),
  ])
  const find = whichPolygon<{ code?: string }>(JSON.parse(polygons))
  return {
    isLand: ({ latitude, longitude }: Position): boolean => find([longitude, latitude]) !== null,
    findState: ({ latitude, longitude }: Position): string | null =>
      find([longitude, latitude], true)?.find(({ code }) => code)?.code ?? null,
  }
}
