import { Command } from 'commander'
import { readConfig } from '../../config/config.js'
import type { OpenContext } from '../../context.js'
import { migrationsFolder, readMigrations } from '../../database/migrations/migrations.js'
import { Interrupted, type StopSignal } from '../../process/interrupted.js'
import { endSoon, stopSignal } from '../../process/stop-signal.js'
import { makeSetUpLink } from '../../sign-in/passwords/sign-up-admin.js'
import { makeSignInLink } from '../../sign-in/sign-in-with-code.js'
import { hasUsers } from '../../users/user.js'
import { hasOwnAssets } from '../demo/read-library.js'
import { banner } from '../terminal/banner.js'
import { examples, say } from '../terminal/messages.js'
import { startBackgroundWork } from './context/background-work.js'
import { openCheckedContext } from './context/with-context.js'

export const serve = new Command('serve')
  .option('--no-worker', 'do not run jobs; `media-library worker` runs them')
  .option('--demo', 'fill an empty library with a demo, and print a key for it (default: on a terminal)')
  .addHelpText(
    'after',
    examples('serve', 'serve --no-worker', 'HOST=0.0.0.0 PORT=8080 serve', 'DATA_DIR=/srv/photos serve'),
  )
  .action(async (options: ServeOptions) => {
    const config = readConfig(process.env)
    // A service continues when the reader of its log has gone.
    const stopped = stopSignal(['stdout'])
    say('Opening the library…')
    const context = await openCheckedContext(config, stopped, { mayCreate: true, storesFiles: true }).catch((error) => {
      if (error instanceof Interrupted) return null
      throw error
    })
    try {
      if (context) await sayMigrations(context)
      if (context) await run(context, options, stopped)
    } finally {
      await context?.close()
    }
    say('Stopped. Everything is kept.')
    endSoon()
  })

interface ServeOptions {
  worker: boolean
  demo?: boolean
}

/** Prints the migrations that were applied, unless the database is new and has all of them. */
async function sayMigrations({ migrations }: OpenContext): Promise<void> {
  if (migrations.length === 0) return
  const known = await readMigrations(migrationsFolder)
  if (migrations.length === known.length) say('Created the database.')
  else for (const migration of migrations) say(`Applied the migration ${migration}.`)
}

async function run(context: OpenContext, options: ServeOptions, stopped: Promise<StopSignal>) {
  // Loaded here, so that the other commands start faster.
  const { startServer } = await import('../../http/server.js')
  const { config } = context
  const stopping = new AbortController()
  void stopped.then(() => stopping.abort())
  const demo = (config.demo ?? options.demo ?? process.stdout.isTTY) ? await openDemo(context, stopping.signal) : null
  if (stopping.signal.aborted) return
  const server = await startServer(context)
  const work = await startBackgroundWork(context, { hasWorker: options.worker })
  if (server.adminUrl) say(`Metrics: ${server.adminUrl}/metrics`)
  const redirectUri = config.oauth?.redirectUris[0] ?? null
  const link = demo && (await makeSignInLink(context.database, { url: server.url, userId: demo.ada.id }))
  const isNew = config.passwordSignIn && !(await hasUsers(context.database))
  const setUpLink = isNew ? await makeSetUpLink(context.database, server) : null
  const reach = server.isLocal ? null : config.http.allowedHttpHosts
  const hasPhotos = await hasOwnAssets({ ...context, dataDir: config.dataDir })
  process.stdout.write(
    banner({
      url: server.url,
      library: describeLibrary(context),
      reach,
      redirectUri,
      demo,
      link,
      setUpLink,
      hasPhotos,
    }),
  )
  // Ctrl-C and a closed terminal ask the service to stop at once.
  const drainMs = (await stopped) === 'SIGTERM' ? config.drainMs : 0
  if (drainMs > 0)
    say(`Serving for another ${drainMs / 1_000} s, so that proxies can leave this server (DRAIN_SECONDS).`)
  say('Finishing running requests and jobs.')
  await Promise.all([server.close(drainMs), work.stop()])
}

/** Returns the demo library; null when there is none, or when its creation was interrupted. */
async function openDemo({ config, database, embedded }: OpenContext, signal: AbortSignal) {
  if (!embedded) return null
  const { openDemoLibrary } = await import('../demo/library.js')
  return openDemoLibrary({ database, dataDir: config.dataDir, onProgress: say, signal }).catch((error) => {
    if (signal.aborted) return null
    throw error
  })
}

function describeLibrary({ embedded, config }: OpenContext) {
  return embedded ? `${config.dataDir}  (with its own PostgreSQL)` : 'in the PostgreSQL of DATABASE_URL'
}
