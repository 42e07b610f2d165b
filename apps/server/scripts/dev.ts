// Serves from the sources, and restarts when one is saved. The embedded database keeps running meanwhile. dev-hooks.ts,
// which this program needs as well, lets Node run the sources.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { readConfig } from '../src/config/config.js'
import { openEmbedded } from '../src/database/embedded.js'

const { databaseUrl, dataDir } = readConfig(process.env)
const watched = [
  'src',
  '../../packages/contract/src',
  '../../packages/embedded-postgres/src',
  '../../packages/media/src',
  '../../prisma',
]
const watch = ['--watch', '--watch-preserve-output', ...watched.map((path) => `--watch-path=${path}`)]

const held = databaseUrl === null ? await openEmbedded(dataDir) : null
const watcher = spawn(
  process.execPath,
  [...watch, '--import', './scripts/dev-hooks.ts', 'src/main.ts', 'serve', ...process.argv.slice(2)],
  {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    env: {
      // The watcher stops the service with SIGTERM.
      DRAIN_SECONDS: '0',
      ...process.env,
      // Most of a restart would be the compilation of unchanged files.
      NODE_COMPILE_CACHE: fileURLToPath(new URL('../node_modules/.cache/dev', import.meta.url)),
    },
    stdio: 'inherit',
  },
)
// Ctrl-C also reaches the watcher and the service directly: the service takes both signals for one stop.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => watcher.kill(signal))
await once(watcher, 'close')
await held?.close()
