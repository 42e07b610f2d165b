import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { writeOperations, writeReadme, writeRoutes } from './operations.ts'
import { writeNames, writeTypes } from './types.ts'

/** The folder of the package. */
export const folder: string = fileURLToPath(new URL('..', import.meta.url))

/** The files that are written from the contract, by their paths in the package, before Biome formats them. */
export const writtenFiles: Record<string, string> = {
  ...writeTypes(),
  'src/operations.ts': writeOperations(),
  'src/call/routes.ts': writeRoutes(),
  'test/types-by-name.ts': writeNames(),
  'README.md': writeReadme(readFileSync(`${folder}README.md`, 'utf8')),
}
