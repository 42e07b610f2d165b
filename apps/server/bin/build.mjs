// Builds the packages that are older than their sources, and shows the output of the build only when it fails.
import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { areBuilt, fingerprints, noteBuilt } from './sources.mjs'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** Builds, unless nothing has changed since the last build. */
export async function buildIfChanged() {
  const wanted = fingerprints()
  if (areBuilt(wanted)) return
  process.stderr.write('Building…\n')
  // turbo's cache removes no file of a later version, and the service applies all migrations that it finds.
  rmSync(join(root, 'apps/server/dist/prisma'), { recursive: true, force: true })
  await build()
  // A cached build contains the fingerprints of the run that filled the cache.
  noteBuilt(wanted)
}

function build() {
  return new Promise((resolve) => {
    const [command, ...args] = [
      ...findTurbo(),
      'run',
      'build',
      '--filter=@media-library/server',
      '--filter=@media-library/web',
      '--output-logs=errors-only',
    ]
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, TURBO_TELEMETRY_DISABLED: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: command === 'npx' && process.platform === 'win32',
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk
      })
    }
    child.on('close', (code, signal) => {
      if (signal) process.exit(130)
      if (code === 0) return resolve()
      process.stderr.write(`${output}\nerror: the build failed, see above.\n`)
      process.exit(1)
    })
  })
}

// turbo runs the builds with pnpm, which is on the PATH only of programs that pnpm itself has started.
function findTurbo() {
  return process.env.npm_config_user_agent?.startsWith('pnpm')
    ? [process.execPath, join(root, 'node_modules', 'turbo', 'bin', 'turbo')]
    : ['npx', '--yes', 'pnpm@10', 'exec', 'turbo']
}
