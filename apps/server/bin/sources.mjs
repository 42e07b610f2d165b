// Tells whether the server and its page were built from the present sources. Each build stores the fingerprint of its
// sources.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../../', import.meta.url))

const ofAll = ['tsconfig.base.json', 'pnpm-lock.yaml']

/** The files and folders from which each is built, relative to the root of the repository. */
const sources = {
  'apps/server': [
    ...inPackages('apps/server', 'packages/contract', 'packages/embedded-postgres', 'packages/media'),
    'prisma',
    '.config/prisma.ts',
    ...ofAll,
  ],
  'apps/web': [
    ...inPackages('apps/web', 'packages/client', 'packages/contract'),
    ...['public', 'index.html', 'vite.config.ts'].map((name) => `apps/web/${name}`),
    ...ofAll,
  ],
}

/**
 * Returns the fingerprints of the sources of `apps/server`, of `apps/web`, or of both. They depend only on the contents.
 */
export function fingerprints(folders = Object.keys(sources)) {
  return folders.map((built) => [built, fingerprint(sources[built])])
}

/** Whether the last build of each was made from sources with this fingerprint. */
export function areBuilt(wanted) {
  return wanted.every(([built, print]) => existsSync(toNote(built)) && readFileSync(toNote(built), 'utf8') === print)
}

/** Stores the fingerprints of the sources of each build. */
export function noteBuilt(prints) {
  for (const [built, print] of prints) writeFileSync(toNote(built), print)
}

function inPackages(...folders) {
  return folders.flatMap((folder) => ['src', 'package.json', 'tsconfig.json'].map((name) => `${folder}/${name}`))
}

function toNote(built) {
  return join(root, built, 'dist', 'sources.sha256')
}

function fingerprint(paths) {
  const hash = createHash('sha256')
  for (const path of paths.flatMap(listFiles).sort()) {
    const content = readFileSync(join(root, path))
    hash.update(`${path} ${content.length}\n`).update(content)
  }
  return hash.digest('hex')
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
