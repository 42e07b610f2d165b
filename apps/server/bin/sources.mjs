// Whether what was built was built of the sources that are there. The build notes the fingerprint of its sources.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const note = fileURLToPath(new URL('../dist/sources.sha256', import.meta.url))

const inPackages = ['apps/server', 'packages/contract', 'packages/demo', 'packages/client', 'apps/web'].flatMap(
  (folder) => ['src', 'package.json', 'tsconfig.json', 'tsconfig.build.json'].map((name) => `${folder}/${name}`),
)

/** Of the page besides. */
const ofPage = ['public', 'index.html', 'vite.config.ts'].map((name) => `apps/web/${name}`)

/** Files and folders, from the root of the repository. */
const sources = [...inPackages, ...ofPage, 'prisma', 'prisma.config.ts', 'tsconfig.base.json', 'pnpm-lock.yaml']

/** The same for the same contents, whenever they were written. */
export function fingerprint() {
  const hash = createHash('sha256')
  for (const path of sources.flatMap(listFiles).sort()) {
    const content = readFileSync(join(root, path))
    hash.update(`${path} ${content.length}\n`).update(content)
  }
  return hash.digest('hex')
}

/** Whether the last build was of sources with this fingerprint. */
export function isBuilt(wanted) {
  return existsSync(note) && readFileSync(note, 'utf8') === wanted
}

/** Notes of which sources the build was. */
export function noteBuilt(built) {
  return writeFileSync(note, built)
}

function listFiles(path) {
  if (!existsSync(join(root, path))) return []
  try {
    const names = readdirSync(join(root, path))
    return names.filter((name) => name !== 'generated').flatMap((name) => listFiles(`${path}/${name}`))
  } catch (error) {
    if (error.code !== 'ENOTDIR') throw error
    return [path]
  }
}
