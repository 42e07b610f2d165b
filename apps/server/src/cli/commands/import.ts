import { Command } from 'commander'
import { countUndated } from '../../assets/metadata/count-undated.js'
import { readConfig } from '../../config/config.js'
import type { OpenContext } from '../../context.js'
import type { Database } from '../../database/ask.js'
import { UserError } from '../../errors.js'
import type { User as UserRow } from '../../generated/prisma/client.js'
import type { ImportOptions } from '../../import/import-folder.js'
import type { ImportSummary } from '../../import/summary.js'
import { type StopSignal, toExitCode } from '../../process/interrupted.js'
import { stopSignal } from '../../process/stop-signal.js'
import * as argument from '../terminal/arguments.js'
import { type FolderSummary, printSummary } from '../terminal/import-summary.js'
import { printJson } from '../terminal/listing.js'
import { examples, say } from '../terminal/messages.js'
import { createImportProgress } from '../terminal/progress.js'
import { requireOwner } from './context/owner.js'
import { openCheckedContext } from './context/with-context.js'

export const importCommand = new Command('import')
  .argument('<folder...>', 'the folders to import, including their subfolders, or the ZIP files of an export')
  .option('--user <email>', 'the owner of the assets (default: the only user)', argument.email)
  .option('--json', 'print one JSON object and no progress')
  .option('--watch', 'then import changes in the folders within 5 s, until Ctrl-C')
  .addHelpText(
    'after',
    examples(
      'import ~/Pictures --user ada@example.org',
      'import /mnt/camera /mnt/phone --user ada@example.org',
      'import ~/Pictures --user ada@example.org --watch',
      'import ~/Downloads/takeout-*.zip --user ada@example.org',
      "import ~/Pictures --user ada@example.org --json | jq '.folders[].failures'",
    ),
  )
  .action(run)

async function run(folders: string[], options: ImportCommandOptions): Promise<void> {
  const { user, json } = options
  const stopped = stopSignal()
  const signal = listenForStop(stopped)
  const { findArchives } = await import('../../takeouts/import-archives.js')
  const found = await Promise.all(folders.map((folder) => findArchives(folder, warn)))
  const archives = [...new Set(found.flat())]
  const context = await openCheckedContext(readConfig(process.env), stopped, { storesFiles: archives.length > 0 })
  try {
    const owner = await requireOwner(context.database, user)
    if (options.watch) return await watchAll(folders, { database: context.database, ownerId: owner.id, signal, json })
    const summaries: FolderSummary[] = []
    const places = [
      ...folders.filter((folder) => !archives.includes(folder)).map((folder) => ({ folder })),
      ...(archives.length > 0 ? [{ archives }] : []),
    ]
    for (const place of places) {
      if (signal.aborted) break
      const view = json ? null : createImportProgress()
      const imported = await importOne(context, owner, {
        ...place,
        signal,
        onNotice: warn,
        onProgress: (progress) => view?.show(progress),
      }).finally(() => view?.stop())
      const undated = await countUndated(context.database, { ownerId: owner.id, libraryId: imported.libraryId })
      const summary = { ...imported, undated }
      summaries.push(summary)
      if (!json) printSummary(summary)
    }
    if (json) printJson({ folders: summaries })
    if (summaries.some(({ failed }) => failed > 0)) process.exitCode = 1
    if (signal.aborted) process.exitCode = toExitCode(signal.reason)
  } finally {
    await context.close()
  }
}

function warn(message: string) {
  say(`warning: ${message}`)
}

type Place = { folder: string } | { archives: string[] }

/**
 * Imports a folder or the parts of an export, with the facts that an export of another service contains about its files.
 */
async function importOne(
  { database, config, openOriginals }: OpenContext,
  owner: UserRow,
  options: Place & Pick<ImportOptions, 'signal' | 'onNotice' | 'onProgress'>,
): Promise<FolderSummary> {
  const { writeSidecars, uploads } = config
  const sayService = (service: string) =>
    say(
      `This is an export of ${service}. Its dates, places, descriptions, people, favourites and albums are imported, too.`,
    )
  // Loaded here, so that the other commands start faster.
  if ('archives' in options) {
    const { importArchives } = await import('../../takeouts/import-archives.js')
    const originals = await openOriginals()
    const input = {
      database,
      originals,
      owner,
      writeSidecars,
      uploads,
      paths: options.archives,
      onRecognised: sayService,
    }
    return importArchives({ ...options, ...input })
  }
  const { importFolder } = await import('../../import/import-folder.js')
  const { importExport } = await import('../../takeouts/import-export.js')
  const { recognizeFolder } = await import('../../takeouts/recognize-export.js')
  const found = await recognizeFolder(options.folder, options.onNotice)
  if (!found) return importFolder({ ...options, database, ownerId: owner.id })
  sayService(found.service)
  return importExport({ ...options, database }, found, { owner, writeSidecars })
}

interface ImportCommandOptions {
  user?: string
  json?: boolean
  watch?: boolean
}

interface WatchAllOptions {
  database: Database
  ownerId: string
  signal: AbortSignal
  json: boolean | undefined
}

/** Watches all folders at once, until the signal aborts. Prints the results for the files after each change. */
async function watchAll(folders: string[], { json, ...options }: WatchAllOptions): Promise<void> {
  const { recognizeFolder } = await import('../../takeouts/recognize-export.js')
  const { watchFolder } = await import('../../import/watch/watch-folder.js')
  for (const folder of folders) {
    const service = (await recognizeFolder(folder))?.service
    if (service)
      throw new UserError(`${folder} is an export of ${service}, which does not change. Import it without --watch.`)
  }
  const failed = new AbortController()
  const signal = AbortSignal.any([options.signal, failed.signal])
  const onSummary = (summary: ImportSummary) => {
    if (json) process.stdout.write(`${JSON.stringify(summary)}\n`)
    else printSummary(summary)
  }
  const watches = folders.map((folder) =>
    watchFolder({ ...options, folder, signal, onSummary, onNotice: warn }).catch((error) => {
      // A folder that cannot be watched ends the other watches, so that nobody believes that it is watched.
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
    if (signal !== 'SIGPIPE')
      process.stderr.write('\nStopping after the current files. Press Ctrl-C again to stop at once.\n')
  })
  return controller.signal
}
