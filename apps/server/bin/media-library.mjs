#!/usr/bin/env node
import './current-node.mjs'
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const server = dirname(dirname(fileURLToPath(import.meta.url)))
const root = join(server, '..', '..')
const turbo = join(root, 'node_modules', 'turbo', 'bin', 'turbo')

// turbo runs the builds by pnpm, which is on the PATH only of what pnpm itself started.
const run = process.env.npm_config_user_agent?.startsWith('pnpm')
  ? [process.execPath, turbo]
  : ['npx', '--yes', 'pnpm@10', 'exec', 'turbo']

/** Builds what has changed, and shows what the build says only when it fails. */
const build = () =>
  new Promise((resolve) => {
    const [command, ...args] = [...run, 'run', 'build', '--filter=@media-library/server', '--output-logs=errors-only']
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, TURBO_TELEMETRY_DISABLED: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: command === 'npx' && process.platform === 'win32',
    })
    let output = ''
    child.stdout.on('data', (chunk) => {
      output += chunk
    })
    child.stderr.on('data', (chunk) => {
      output += chunk
    })
    const notice = setTimeout(() => process.stderr.write('Building…\n'), 1_000)
    child.on('close', (code, signal) => {
      clearTimeout(notice)
      if (signal) process.exit(130)
      if (code === 0) return resolve()
      process.stderr.write(`${output}\nerror: the build failed, see above.\n`)
      process.exit(1)
    })
  })

// A package that was installed, not cloned, has no sources and is built already.
if (existsSync(join(server, 'src')) && existsSync(turbo)) await build()

await import('../dist/main.js')
