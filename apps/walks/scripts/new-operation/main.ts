import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type Files, skeletonOf } from './skeleton.ts'
import { readWish } from './wish.ts'

const root = fileURLToPath(new URL('../../../../', import.meta.url))

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      permission: { type: 'string' },
      takes: { type: 'string' },
      answers: { type: 'string' },
      client: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  const wish = readWish(positionals, values)
  const files = skeletonOf(wish, (path) =>
    existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : null,
  )
  write(files)
  const paths = [...files.keys()].map((path) => `  ${path}\n`).join('')
  process.stdout.write(`${wish.name} has a skeleton in ${files.size} files:\n${paths}
Now \`pnpm build\` and \`pnpm test\` name each next step. CONTRIBUTING.md, "Adding an operation", lists them.\n`)
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
}

/** Writes all files or, when one has no place for the operation, none. */
function write(files: Files) {
  for (const [path, text] of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  const code = [...files.keys()].filter((path) => path.endsWith('.ts'))
  execFileSync(join(root, 'node_modules/.bin/biome'), ['check', '--write', ...code], { cwd: root, stdio: 'pipe' })
}
