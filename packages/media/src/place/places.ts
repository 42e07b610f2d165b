import { loadCities, stateCodeOf } from './places-cities.js'

/** The names of a place in English; null where there is none, as on the high seas. */
export interface Place {
  city: string | null
  /** The state, province or region. */
  state: string | null
  country: string | null
}

export interface Places {
  /** Finds the place of a position in degrees, offline. The first call loads the atlas. */
  placeOf(position: { latitude: number; longitude: number }): Promise<Place>
}

const nowhere: Place = { city: null, state: null, country: null }

/** Creates an atlas, which is loaded at its first use. A process needs only one. */
export function createPlaces(): Places {
  let loading: ReturnType<typeof loadAtlas> | undefined

  return {
    placeOf: async ({ latitude, longitude: given }) => {
      loading ??= loadAtlas()
      const { cities, countries, isLand, states } = await loading
      // The borders end at -180; 180 is the same meridian.
      const longitude = given === 180 ? -180 : given
      const country = countries.findCode(longitude, latitude)
      if (!country) return nowhere
      const position = { latitude, longitude, country }
      const city = cities.findCity(position)
      const state = city ? stateCodeOf(city) : isLand(position) ? cities.findState(position) : null
      return {
        city: city?.name ?? null,
        state: (state && states.get(state)) ?? null,
        country: countries.nameOf(country),
      }
    },
  }
}

async function loadAtlas() {
  const isLand = await loadLand()
  const [cities, countries, states] = await Promise.all([loadCities(isLand), loadCountries(), loadStates()])
  return { cities, countries, isLand, states }
}

async function loadCountries() {
  const { featuresContaining } = await import('@rapideditor/country-coder')
  const names = new Intl.DisplayNames('en', { type: 'region' })
  return {
    /** Returns the country code that GeoNames uses for a position: that of a territory rather than of its state. */
    findCode: (longitude: number, latitude: number): string | null => {
      const features = featuresContaining([longitude, latitude]).map(({ properties }) => properties)
      const country = features.find(({ iso1A2, isoStatus }) => iso1A2 && /^(official|usrAssn)$/.test(isoStatus ?? ''))
      return country?.iso1A2 ?? null
    },
    nameOf: (code: string): string => names.of(code) ?? code,
  }
}

/** Loads the names of states by the codes of GeoNames, such as `CH.ZH`. */
async function loadStates(): Promise<Map<string, string>> {
  const { default: states } = await import('../generated/states.json', { with: { type: 'json' } })
  return new Map(Object.entries(states))
}

/**
 * Loads the coasts of the world (Natural Earth, 1:50,000,000), which are a few kilometres off. Returns whether a position in
 * degrees is on land.
 */
async function loadLand(): Promise<(position: { latitude: number; longitude: number }) => boolean> {
  const [{ default: whichPolygon }, { land }] = await Promise.all([
    import('which-polygon'),
    import('../generated/land.js'),
  ])
  const find = whichPolygon(JSON.parse(land))
  return ({ latitude, longitude }) => find([longitude, latitude]) !== null
}
