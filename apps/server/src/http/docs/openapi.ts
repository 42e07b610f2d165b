import { createRequire } from 'node:module'
import { createOpenApi } from '@media-library/contract/openapi'

const { version } = createRequire(import.meta.url)('@media-library/contract/package.json') as { version: string }

/** Returns the description of the API as JSON. */
export function openApiText(): string {
  return `${JSON.stringify(createOpenApi({ version }), null, 2)}\n`
}
