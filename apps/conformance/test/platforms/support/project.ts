import { type ExecFileOptions, execFile } from 'node:child_process'
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A project outside of the repository that has installed the packed packages. */
export interface Project {
  folder: string
  /** Runs a program to its end: what it printed. Rejects with all that it said when it fails. */
  run(program: string, args: string[], options?: ExecFileOptions): Promise<string>
  /** How long npm took to install all of it. */
  installedInMs: number
  remove(): Promise<void>
}

/** Longer than any program takes on a busy machine. */
const RUN_MS = 300_000

/** The folder of the repository. */
export const root: string = fileURLToPath(new URL('../../../../../', import.meta.url))

/**
 * Copies a folder, and installs what it names beside the packed packages. Without a folder, the project has nothing but the light
 * client.
 */
export async function installProject(source: string | null, more: string[] = []): Promise<Project> {
  const folder = await mkdtemp(join(tmpdir(), 'platforms-'))
  const run: Project['run'] = (program, args, options) => runIn(folder, program, args, options)
  if (source !== null) await cp(source, folder, { recursive: true })
  for (const name of source === null ? ['client'] : ['contract', 'client']) {
    await run('npx', ['--yes', 'pnpm@10', 'pack', '--pack-destination', folder], { cwd: join(root, 'packages', name) })
  }
  const tarballs = (await readdir(folder)).filter((file) => file.endsWith('.tgz')).map((file) => `./${file}`)
  const startedAt = performance.now()
  await run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', ...tarballs, ...more])
  const installedInMs = performance.now() - startedAt
  return { folder, run, installedInMs, remove: () => rm(folder, { recursive: true, force: true }) }
}

function runIn(cwd: string, program: string, args: string[], options: ExecFileOptions = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(
      program,
      args,
      { cwd, maxBuffer: 1e8, timeout: RUN_MS, ...options, encoding: 'utf8' },
      (error, stdout, stderr) => {
        if (error)
          reject(
            new Error(`${program} ${args.join(' ')} failed with ${error.code ?? error.signal}:\n${stdout}${stderr}`),
          )
        else resolve(stdout)
      },
    )
  })
}
