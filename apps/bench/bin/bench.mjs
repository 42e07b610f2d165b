#!/usr/bin/env node
import '../../server/bin/current-node.mjs'
import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))))
const turbo = join(root, 'node_modules', 'turbo', 'bin', 'turbo')
const args = ['run', 'build', '--filter=@media-library/bench', '--ui=stream', '--output-logs=errors-only']

// Standard output contains only the figures.
const { status } = spawnSync(process.execPath, [turbo, ...args], { cwd: root, stdio: ['ignore', 2, 2] })
if (status === 0) await import('../dist/main.js')
else process.exitCode = status ?? 1
