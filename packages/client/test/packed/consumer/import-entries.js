import { readFile } from 'node:fs/promises'

for (const name of ['@media-library/contract', '@media-library/client']) {
  const { exports } = JSON.parse(await readFile(`node_modules/${name}/package.json`, 'utf8'))
  const entries = Object.keys(exports).filter((entry) => !entry.endsWith('.json'))
  for (const entry of entries) await import(name + entry.slice(1))
}
