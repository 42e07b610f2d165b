import { createRequire } from 'node:module'
import { createOpenApi } from '@media-library/contract/openapi'

const { version } = createRequire(import.meta.url)('@media-library/contract/package.json') as { version: string }

/** The description of the API, as the JSON text that is served and printed. */
export function openApiText(): string {
  return `${JSON.stringify(createOpenApi({ version }), null, 2)}\n`
}
