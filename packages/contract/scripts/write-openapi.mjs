// Writes the description of the API beside the package's manifest, for those who read it without running anything.
import { readFileSync, writeFileSync } from 'node:fs'
import { createOpenApi } from '../dist/openapi/index.js'
import { toText } from '../dist/openapi/to-text.js'

const toFile = (name) => new URL(`../${name}`, import.meta.url)

const { version } = JSON.parse(readFileSync(toFile('package.json'), 'utf8'))
writeFileSync(toFile('openapi.json'), toText(createOpenApi({ version })))
