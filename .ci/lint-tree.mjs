// Fails when a file in the tree is not source: a database, data, the output of a build, or a large file.
import { execFileSync } from 'node:child_process'
import { lstatSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'

const MEGABYTE = 2 ** 20

/** Pictures of the documentation and of the demo, and photos for the tests that no library can write. */
const mayBeBinary =
  /^(docs\/.+\.(png|webp)|apps\/server\/demo\/.+\.(jpg|mp4|mov)|apps\/server\/test\/fixtures\/.+\.(heic|avif|jxl|jp2|psd|ico))$/

function list(...options) {
  return execFileSync('git', ['ls-files', '-z', ...options], { encoding: 'utf8', maxBuffer: 2 ** 28 })
    .split('\0')
    .filter((path) => path !== '')
}

function findFault(path) {
  if (basename(path) === 'PG_VERSION') return 'it belongs to a PostgreSQL cluster'
  const file = lstatSync(path, { throwIfNoEntry: false })
  if (!file?.isFile() || path === 'pnpm-lock.yaml') return null
  if (file.size > MEGABYTE) return `it has ${file.size} bytes, more than ${MEGABYTE}`
  // git treats a file with a zero byte near its start as binary.
  if (readFileSync(path).subarray(0, 8_000).includes(0) && !mayBeBinary.test(path)) return 'it is binary'
  return null
}

const faults = [
  ...list('--cached', '--ignored', '--exclude-standard').map(
    (path) => `${path}: .gitignore names it, and yet it is in the tree`,
  ),
  ...list('--cached', '--others', '--exclude-standard').flatMap((path) => {
    const fault = findFault(path)
    return fault ? [`${path}: ${fault}`] : []
  }),
]

if (faults.length > 0) {
  process.stderr.write(`These files are not source:\n${faults.slice(0, 20).join('\n')}\n`)
  process.exit(1)
}
