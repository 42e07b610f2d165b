import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
for (const name of ['@media-library/contract', '@media-library/client']) {
  const { exports } = JSON.parse(await readFile(`node_modules/${name}/package.json`, 'utf8'))
  for (const entry of Object.keys(exports).filter((path) => !path.endsWith('.json'))) {
    const [imported, required] = [await import(name + entry.slice(1)), require(name + entry.slice(1))]
    const [one, other] = [imported, required].map((module) => Object.keys(module).sort().join())
    if (one !== other) throw new Error(`${name + entry.slice(1)} exports ${one}, and as CommonJS ${other}`)
  }
}
