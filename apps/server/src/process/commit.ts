import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** The root of the repository, in a clone. The path is the same from `src` and from `dist`. */
const root = fileURLToPath(new URL('../../../../', import.meta.url))

const LIMIT_MS = 2_000

/** Returns the commit of the clone that the program runs from; null elsewhere, and without git. */
export async function findCommit(): Promise<string | null> {
  if (!existsSync(join(root, 'pnpm-workspace.yaml'))) return null
  const arguments_ = ['-C', root, 'rev-parse', 'HEAD']
  return promisify(execFile)('git', arguments_, { timeout: LIMIT_MS }).then(
    ({ stdout }) => stdout.trim(),
    () => null,
  )
}
