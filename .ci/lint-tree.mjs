// Fails when the tree holds what nobody wrote: a database, data, what a build leaves, or a large file.
import { execFileSync } from 'node:child_process'
import { lstatSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'

const MEGABYTE = 2 ** 20

/** Written by a tool, and reviewed as a part of the change that it belongs to. */
const mayBeLarge = ['pnpm-lock.yaml']

/** Pictures of the documentation and of the demo, and photos for the tests that no library can write. */
const mayBeBinary =
  /^(docs\/.+\.(png|webp)|packages\/demo\/pictures\/.+\.(jpg|mp4|mov)|apps\/server\/test\/fixtures\/.+\.(heic|avif|jxl|jp2|psd|ico))$/

/** What stands at the top of the tree. A new file there needs a line here, so that none gets there by mistake. */
const mayBeAtTop = [
  '.changeset',
  '.ci',
  '.dependency-cruiser.cjs',
  '.dockerignore',
  '.editorconfig',
  '.gitattributes',
  '.github',
  '.gitignore',
  '.pnpmfile.cjs',
  '.secretlintrc.json',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'Dockerfile',
  'LICENSE',
  'README.md',
  'SECURITY.md',
  'STYLE_GUIDE.md',
  'apps',
  'biome.json',
  'compose.yaml',
  'docs',
  'knip.json',
  'kubernetes',
  'package.json',
  'packages',
  'pnpm-lock.yaml',
  'pnpm-workspace.yaml',
  'prisma',
  'prisma.config.ts',
  'tsconfig.base.json',
  'turbo.json',
]

function list(...options) {
  return execFileSync('git', ['ls-files', '-z', ...options], { encoding: 'utf8', maxBuffer: 2 ** 28 })
    .split('\0')
    .filter((path) => path !== '')
}

/** As git tells it: a zero byte near the start. */
function isBinary(path) {
  return readFileSync(path).subarray(0, 8_000).includes(0)
}

function faultOf(path, ignored) {
  if (ignored.has(path)) return '.gitignore names it, and yet it is in the tree'
  if (basename(path) === 'PG_VERSION') return 'it belongs to a PostgreSQL cluster'
  const file = lstatSync(path, { throwIfNoEntry: false })
  if (!file?.isFile()) return null
  if (file.size > MEGABYTE && !mayBeLarge.includes(path)) return `it has ${file.size} bytes, more than ${MEGABYTE}`
  const top = path.split('/')[0]
  if (!mayBeAtTop.includes(top)) return `"${top}" is not in the list of .ci/lint-tree.mjs of what stands at the top`
  if (isBinary(path) && !mayBeBinary.test(path)) return 'it is binary'
  return null
}

const ignored = new Set(list('--cached', '--ignored', '--exclude-standard'))
const faults = list('--cached', '--others', '--exclude-standard').flatMap((path) => {
  const fault = faultOf(path, ignored)
  return fault ? [`${path}: ${fault}`] : []
})

if (faults.length > 0) {
  const shown = faults.slice(0, 20)
  const rest = faults.length > shown.length ? `\n… and ${faults.length - shown.length} more` : ''
  process.stderr.write(`The tree holds what nobody wrote:\n${shown.join('\n')}${rest}\n`)
  process.exit(1)
}
