import type { ExecFileOptions } from 'node:child_process'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { runToEnd } from './run.js'
import type { Published } from './setup.js'

/** A project outside of the repository that has installed packed packages. */
export interface Project {
  folder: string
  /** Runs a program to its end: what it printed. Rejects with all that it said when it fails. */
  run(program: string, args: string[], options?: ExecFileOptions): Promise<string>
  remove(): Promise<void>
}

/** What a project consists of, and what it installs. */
interface Parts {
  /** Folders that are copied into it. */
  sources?: string[]
  packed: Published[]
  /** Packages of the registry that no manifest names. */
  more?: string[]
}

/** Makes a project in a folder whose name has a space, and installs as its reader does. */
export async function installProject({ sources = [], packed, more = [] }: Parts): Promise<Project> {
  const folder = await mkdtemp(join(tmpdir(), 'packed project '))
  for (const source of sources) await cp(source, folder, { recursive: true })
  const run: Project['run'] = (program, args, options) => runToEnd(program, args, { cwd: folder, ...options })
  const tarballs = inject('tarballs')
  await run('npm', [
    'install',
    '--no-audit',
    '--no-fund',
    '--prefer-offline',
    ...packed.map((name) => tarballs[name]),
    ...more,
  ])
  return { folder, run, remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }) }
}
