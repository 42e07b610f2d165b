#!/usr/bin/env node
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const server = dirname(dirname(fileURLToPath(import.meta.url)))
const root = join(server, '..', '..')
const turbo = join(root, 'node_modules', 'turbo', 'bin', 'turbo')

/** Builds what has changed, and shows what the build says only when it fails. */
const build = () =>
  new Promise((resolve) => {
    const args = [turbo, 'run', 'build', '--filter=@media-library/server', '--ui=stream', '--output-logs=errors-only']
    const child = spawn(process.execPath, args, {
      cwd: root,
      env: { ...process.env, TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
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
