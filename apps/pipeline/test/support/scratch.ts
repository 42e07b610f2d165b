import { execFileSync } from 'node:child_process'
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The root of the repository. */
export const root = fileURLToPath(new URL('../../../../', import.meta.url))

/** Whether git is there, without which nothing can be said of its tree. */
export const canUseGit = hasGit()

export function git(folder: string, ...args: string[]): string {
  return execFileSync('git', ['-c', 'core.excludesFile=', ...args], { cwd: folder, encoding: 'utf8', stdio: 'pipe' })
}

/** A copy of the repository as it stands, without what .gitignore names, in the index of a git of its own. */
export async function copyTree(): Promise<{ folder: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'tree-'))
  const ignored = await readIgnored()
  await cp(root, folder, {
    recursive: true,
    filter: (path) => path === root || !ignored.some((pattern) => pattern.test(basename(path))),
  })
  if (canUseGit) {
    git(folder, 'init', '--quiet')
    git(folder, 'add', '--all')
  }
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}

function hasGit() {
  try {
    return execFileSync('git', ['--version']).length > 0
  } catch {
    return false
  }
}

/** The names of .gitignore, which holds names with stars alone, and git's own folder. */
async function readIgnored(): Promise<RegExp[]> {
  const lines = (await readFile(join(root, '.gitignore'), 'utf8')).split('\n').filter((line) => line !== '')
  const names = ['.git', ...lines.map((line) => line.replace(/\/$/, ''))]
  return names.map((name) => new RegExp(`^${name.replaceAll('.', '\\.').replaceAll('*', '.*')}$`))
}
