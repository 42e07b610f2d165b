import { extname } from 'node:path'

/** What Node needs to run a file beside the module `importer`, which is a URL: nothing, unless that was started from its sources. */
export function hooksFor(importer: string): string[] {
  if (extname(importer) !== '.ts') return []
  return ['--import', new URL('../../scripts/dev-hooks.ts', import.meta.url).href]
}
