import type { ExecFileOptions } from 'node:child_process'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { runToEnd } from './run.js'
import type { Published } from './setup.js'

/** A project outside of the repository that has installed packed packages. */
export interface Project {
  folder: string
  /** Runs a program until it ends. Returns its output; rejects with all of its output when it fails. */
  run(program: string, args: string[], options?: ExecFileOptions): Promise<string>
  remove(): Promise<void>
}

/** The sources of a project, and the packages that it installs. */
interface Parts {
  /** The folders that are copied into it. */
  sources?: string[]
  packed: Published[]
  /** The packages of the registry that no manifest names. */
  more?: string[]
  /** Installs packages by name. */
  install?: string[]
}

const byNpm = ['npm', 'install', '--no-audit', '--no-fund', '--prefer-offline']

/** Creates a project in a folder whose name contains a space, and installs as its reader does. */
export async function installProject({ sources, packed, more = [], install = byNpm }: Parts): Promise<Project> {
  const project = await makeProject(sources)
  const [program = '', ...args] = install
  await project.run(program, [...args, ...packed.map((name) => `@media-library/${name}`), ...more])
  return project
}

/** Creates a project that has installed nothing. Packages of our scope come from the registry of the packed ones. */
export async function makeProject(sources: string[] = []): Promise<Project> {
  const folder = await mkdtemp(join(tmpdir(), 'packed project '))
  for (const source of sources) await cp(source, folder, { recursive: true })
  await writeFile(join(folder, '.npmrc'), `@media-library:registry=${inject('registry')}\n`)
  const run: Project['run'] = (program, args, options) => runToEnd(program, args, { cwd: folder, ...options })
  return { folder, run, remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }) }
}
