// Fails when a file that is written from the contract does not say what the contract says.
import { globSync, readFileSync } from 'node:fs'
import { createOpenApi } from '@media-library/contract/openapi'
import openApi from '@media-library/contract/openapi.json' with { type: 'json' }
import contract from '@media-library/contract/package.json' with { type: 'json' }
import { folder, writtenFiles } from './written-files.ts'

const paths = new Set([...Object.keys(writtenFiles), ...globSync('src/types/*', { cwd: folder })])
const stale = [...paths].filter((path) => bare(read(path)) !== bare(writtenFiles[path] ?? ''))
const files = [
  ...(JSON.stringify(openApi) === JSON.stringify(createOpenApi(contract)) ? [] : ['packages/contract/openapi.json']),
  ...stale.map((path) => `packages/client/${path}`),
]

if (files.length > 0) {
  process.stderr.write(
    `These files differ from the contract: ${files.join(', ')}. Run \`pnpm --filter @media-library/client types\`, and try again.\n`,
  )
  process.exit(1)
}

function read(path: string): string {
  try {
    return readFileSync(folder + path, 'utf8')
  } catch {
    return ''
  }
}

/** A text without what the formatter adds. */
function bare(text: string): string {
  return text.replaceAll(/\s|[,;|]/g, '')
}
