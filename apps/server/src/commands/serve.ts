import { Command } from 'commander'
import { readConfig } from '../config.js'
import { type OpenContext, openContext } from '../context.js'
import { banner } from './banner.js'
import { examples } from './help.js'

const say = (line: string) => process.stderr.write(`${line}\n`)

/** Resolves at the first SIGINT or SIGTERM; a second one ends the process at once. */
const stopSignal = () =>
  new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => {
        resolve()
        process.once(signal, () => process.exit(130))
      })
    }
  })

const describeLibrary = ({ embedded, config }: OpenContext) =>
  embedded ? `${config.dataDir}  (with its own PostgreSQL)` : 'in the PostgreSQL of DATABASE_URL'

const run = async (context: OpenContext, stopped: Promise<void>) => {
  // Loaded here, so that the other commands start without them.
  const { openDemoLibrary } = await import('../demo/library.js')
  const { startServer } = await import('../http/server.js')
  const { config, database, embedded } = context
  const demo =
    embedded && config.demo ? await openDemoLibrary({ database, dataDir: config.dataDir, onProgress: say }) : null
  const server = await startServer(context)
  process.stdout.write(banner({ url: server.url, library: describeLibrary(context), demo }))
  await stopped
  say('Stopping: requests that run are finished first.')
  await server.close()
}

export const serve = new Command('serve')
  .description('run the service until it is told to stop')
  .addHelpText('after', examples('serve', 'serve  # with HOST, PORT, DATA_DIR or DATABASE_URL in the environment'))
  .action(async () => {
    const config = readConfig(process.env)
    const stopped = stopSignal()
    say('Opening the library…')
    const context = await openContext(config)
    for (const migration of context.migrations) say(`Applied the migration ${migration}.`)
    try {
      await run(context, stopped)
    } finally {
      await context.close()
    }
    say('Stopped. Everything is kept.')
  })
