// Serves from the sources, and starts again at each change of one. The embedded database runs on meanwhile.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { readConfig } from '../src/config/config.js'
import { openEmbedded } from '../src/postgres/embedded.js'

const { databaseUrl, dataDir } = readConfig(process.env)
const tsx = createRequire(import.meta.url).resolve('tsx/cli')
const watch = ['watch', '--clear-screen=false', '--tsconfig', 'tsconfig.dev.json', '--include', '../../prisma/**']

const held = databaseUrl === null ? await openEmbedded(dataDir) : null
const watcher = spawn(process.execPath, [tsx, ...watch, 'src/main.ts', 'serve', ...process.argv.slice(2)], {
  cwd: fileURLToPath(new URL('..', import.meta.url)),
  // Most of a restart is compiling what did not change.
  env: { ...process.env, NODE_COMPILE_CACHE: fileURLToPath(new URL('../node_modules/.cache/dev', import.meta.url)) },
  stdio: 'inherit',
})
// Ctrl-C reaches the watcher and the service by itself as well: the service takes both for one stop.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => watcher.kill(signal))
await once(watcher, 'close')
await held?.close()
