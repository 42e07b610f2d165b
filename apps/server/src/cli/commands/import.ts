import { Command } from 'commander'
import { readConfig } from '../../config/config.js'
import type { Database } from '../../database/ask.js'
import type { ImportCount, ImportSummary } from '../../import/summary.js'
import { exitCodeOf, type StopSignal } from '../../process/interrupted.js'
import { stopSignal } from '../../process/stop-signal.js'
import * as argument from '../terminal/arguments.js'
import { printable } from '../terminal/listing.js'
import { examples } from '../terminal/messages.js'
import { createImportProgress } from '../terminal/progress.js'
import { requireOwner } from './library/owner.js'
import { openLibrary } from './library/with-context.js'

const outcomes: [ImportCount, string][] = [
  ['added', 'added'],
  ['updated', 'changed and read again'],
  ['moved', 'moved and found in their new place'],
  ['unchanged', 'unchanged'],
  ['duplicates', 'skipped: copies of known files'],
  ['notMedia', 'skipped: not photos, videos or sound files'],
  ['links', 'skipped: symbolic links; import the folders that they point to'],
  ['offline', 'missing, and offline until they return'],
  ['failed', 'failed'],
]

export const importCommand = new Command('import')
  .argument('<folder...>', 'the folders to import, including their subfolders')
  .option('--user <email>', 'the owner of the assets (default: the only user)', argument.email)
  .option('--json', 'print one JSON object and no progress', false)
  .option('--watch', 'then import what changes in the folders, within 5 s, until Ctrl-C', false)
  .addHelpText(
    'after',
    examples(
      'import ~/Pictures --user ada@example.org',
      'import /mnt/camera /mnt/phone --user ada@example.org',
      'import ~/Pictures --user ada@example.org --watch',
      "import ~/Pictures --user ada@example.org --json | jq '.folders[].failures'",
    ),
  )
  .action(run)

async function run(folders: string[], options: ImportCommandOptions): Promise<void> {
  const { user, json } = options
  const stopped = stopSignal()
  const signal = listenForStop(stopped)
  // Loaded here, so that the other commands start faster.
  const { importFolder } = await import('../../import/import-folder.js')
  const context = await openLibrary(readConfig(process.env), stopped)
  try {
    const { id: ownerId } = await requireOwner(context.database, user)
    if (options.watch) return await watchAll(folders, { database: context.database, ownerId, signal, json })
    const summaries: ImportSummary[] = []
    for (const folder of folders) {
      if (signal.aborted) break
      const view = json ? null : createImportProgress()
      const summary = await importFolder({
        database: context.database,
        ownerId,
        folder,
        signal,
        onNotice: (message) => process.stderr.write(`warning: ${message}\n`),
        onProgress: (progress) => view?.show(progress),
      }).finally(() => view?.stop())
      summaries.push(summary)
      if (!json) printSummary(summary)
    }
    if (json) process.stdout.write(`${JSON.stringify({ folders: summaries }, null, 2)}\n`)
    if (summaries.some(({ failed }) => failed > 0)) process.exitCode = 1
    if (signal.aborted) process.exitCode = exitCodeOf(signal.reason)
  } finally {
    await context.close()
  }
}

interface ImportCommandOptions {
  user?: string
  json: boolean
  watch: boolean
}

interface WatchAllOptions {
  database: Database
  ownerId: string
  signal: AbortSignal
  json: boolean
}

/** Watches all folders at once, until the signal aborts. Prints what became of the files after each change. */
async function watchAll(folders: string[], { json, ...options }: WatchAllOptions): Promise<void> {
  const { watchFolder } = await import('../../import/watch/watch-folder.js')
  const failed = new AbortController()
  const signal = AbortSignal.any([options.signal, failed.signal])
  const onSummary = (summary: ImportSummary) => {
    if (json) process.stdout.write(`${JSON.stringify(summary)}\n`)
    else printSummary(summary)
  }
  const onNotice = (message: string) => process.stderr.write(`warning: ${message}\n`)
  const watches = folders.map((folder) =>
    watchFolder({ ...options, folder, signal, onSummary, onNotice }).catch((error) => {
      // One that cannot be watched ends the others, so that it does not look watched.
      failed.abort()
      throw error
    }),
  )
  const fault = (await Promise.allSettled(watches)).find((watch) => watch.status === 'rejected')
  if (fault) throw fault.reason
}

/** Aborts on the first stop signal. The import then finishes the files that it is reading. */
function listenForStop(stopped: Promise<StopSignal>): AbortSignal {
  const controller = new AbortController()
  stopped.then((signal) => {
    controller.abort(signal)
    process.stderr.write('\nStopping after the current files. Press Ctrl-C again to stop at once.\n')
  })
  return controller.signal
}

function printSummary(summary: ImportSummary): void {
  for (const { path, reason } of summary.failures)
    process.stderr.write(`failed: ${printable(path)}: ${printable(reason)}\n`)
  const lines = outcomes
    .filter(([outcome]) => outcome === 'added' || summary[outcome] > 0)
    .map(([outcome, words]) => `  ${String(summary[outcome]).padStart(7)}  ${words}\n`)
  process.stdout.write(`${printable(summary.folder)}\n${lines.join('')}`)
  if (summary.stopped) process.stderr.write('Stopped. Run the same command again to continue.\n')
}
