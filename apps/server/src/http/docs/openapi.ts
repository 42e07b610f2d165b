import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const { resolve } = createRequire(import.meta.url)

/** Returns the description of the API as JSON. The contract ships it: making it takes a third of the time of a start. */
export function openApiText(): string {
  return readFileSync(resolve('@media-library/contract/openapi.json'), 'utf8')
}
