import { Command } from 'commander'
import { type Config, readConfig } from '../../config/config.js'
import type { OpenContext } from '../../context.js'
import { requeueRestored } from '../../jobs/queue/registered-worker.js'
import { stopSignal } from '../../process/stop-signal.js'
import { openContext } from '../../services.js'
import { findBackup } from '../backup/archive-file.js'
import type { FileCopies } from '../backup/files/copies.js'
import { printable, printJson } from '../terminal/listing.js'
import { counted, examples, say } from '../terminal/messages.js'
import { createAssetProgress } from '../terminal/progress.js'
import { toSummary } from './backup.js'
import { copyFiles, orContinueWith, printCopied, sayWhereFilesBelong } from './context/copied-files.js'
import { withDatabase, withProgress } from './context/with-archive.js'
import { openCheckedContext } from './context/with-context.js'

interface RestoreOptions {
  files?: string
  regenerate?: boolean
  json?: boolean
}

export const restore = new Command('restore')
  .argument('[path]', 'a file that `backup` wrote, or a folder whose latest backup to restore')
  .option(
    '--files <folder>',
    `copy thumbnails, videos and uploads from a copy of the former DATA_DIR or UPLOAD_DIR, and check them.
Existing files are kept, so that the command can be run again, and without a path`,
  )
  .option('--regenerate', 'queue the jobs that make missing thumbnails and videos again')
  .option('--json', 'print one JSON object and no progress')
  .addHelpText(
    'after',
    examples(
      'DATA_DIR=/srv/photos restore /mnt/usb',
      'restore /mnt/usb --files /mnt/usb/data',
      'restore --files /mnt/usb/data  # continues after an interruption',
      'restore library.zip --regenerate',
      "restore library.zip --json | jq '.tables'",
    ),
  )
  .action(run)

async function run(source: string | undefined, options: RestoreOptions, command: Command): Promise<void> {
  if (source === undefined && options.files === undefined) {
    command.error('error: name a backup, or with --files a folder with copies of the files of this library.')
  }
  const config = readConfig(process.env)
  // Loaded here, so that the other commands start faster.
  const { openCopies } = await import('../backup/files/copies.js')
  const copies = options.files === undefined ? null : await openCopies(options.files)
  const restored = source === undefined ? null : await restoreFrom(source, config, { copies, options })
  const completed = restored ?? (await completeLibrary(config, { copies, options }))
  const { files, queued, ...places } = completed
  if (files && files.uploads.missing > 0) process.exitCode = 1
  if (options.json) {
    printJson(completed)
    return
  }
  if (restored) printRestored(restored)
  if (files) printCopied(files, places)
  if (options.regenerate) say(`Queued ${counted(queued, 'job')} to make missing thumbnails and videos again.`)
  else if (restored && !files) sayWhereFilesBelong(restored)
  say('Next: start the service. `media-library doctor` then checks that all files are in place.')
}

interface Completion {
  copies: FileCopies | null
  options: RestoreOptions
}

type Restored = Awaited<ReturnType<typeof restoreFrom>>

function printRestored({ rows, tables, madeAt, passedOver, migrations }: Restored) {
  for (const name of passedOver) say(`warning: ${printable(name)} is not a table of a media library and was skipped`)
  for (const name of migrations) say(`Applied the migration ${name}, which is newer than the backup.`)
  process.stdout.write(
    `Restored ${counted(rows, 'row')} of ${tables.length - passedOver.length} tables from the backup of ${madeAt}.\n`,
  )
}

async function restoreFrom(source: string, config: Config, completion: Completion) {
  const { checkArchive, openArchive } = await import('../backup/read-archive.js')
  const { requireKnown, restoreArchive } = await import('../backup/restore-archive.js')
  const { options } = completion
  const archive = await openArchive(await findBackup(source))
  try {
    const { path, manifest } = archive
    await requireKnown(manifest)
    await withProgress(options, (work) => checkArchive(archive, work))
    return await withDatabase(config, async (url) => {
      const passedOver = await withProgress(options, (work) => restoreArchive(url, archive, work))
      const context = await openContext(config)
      try {
        await requeueRestored(context.database)
        const { migrations } = context
        const facts = { file: path, formerDataDir: manifest.dataDir, ...toSummary(manifest), passedOver, migrations }
        return { ...facts, ...(await complete(context, completion)) }
      } finally {
        await context.close()
      }
    })
  } finally {
    archive.close()
  }
}

async function completeLibrary(config: Config, completion: Completion) {
  const context = await openCheckedContext(config, stopSignal())
  try {
    return await complete(context, completion)
  } finally {
    await context.close()
  }
}

/** Copies the files of a library, and queues the jobs that create the missing ones. */
async function complete(context: OpenContext, { copies, options }: Completion) {
  const { config, database } = context
  const [derived, originals] = await Promise.all([context.openDerived(), context.openOriginals()])
  const files = copies && (await copyFiles(context, copies, options))
  let queued = 0
  if (options.regenerate) {
    const { enqueueMissing } = await import('../../jobs/derived/enqueue-missing.js')
    queued = await orContinueWith('jobs retry --missing', () =>
      withProgress(options, (work) => enqueueMissing({ database, derived, ...work }), createAssetProgress),
    )
  }
  const uploadedFiles = originals.bucket ?? config.uploads.folder
  return { dataDir: config.dataDir, derivedFiles: derived.name, uploadedFiles, files, queued }
}
