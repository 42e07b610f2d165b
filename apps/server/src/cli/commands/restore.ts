import { Command } from 'commander'
import { type Config, readConfig } from '../../config/config.js'
import { enqueueDerived } from '../../jobs/queue/job.js'
import { requeueRestored } from '../../jobs/queue/worker.js'
import { openContext } from '../../services.js'
import { findBackup } from '../backup/archive-file.js'
import type { WorkOptions } from '../backup/progress.js'
import { printable } from '../terminal/listing.js'
import { examples, say } from '../terminal/messages.js'
import { summaryOf } from './backup.js'
import { withDatabase, withProgress } from './library/with-archive.js'

interface RestoreOptions {
  regenerate?: boolean
  json?: boolean
}

export const restore = new Command('restore')
  .argument('<path>', 'a file that `backup` wrote, or a folder whose latest backup to restore')
  .option('--regenerate', 'queue the jobs that make the thumbnails and videos again')
  .option('--json', 'print one JSON object and no progress')
  .addHelpText(
    'after',
    examples(
      'restore /mnt/usb  # with a new DATA_DIR, or the DATABASE_URL of an empty database, in the environment',
      'restore library.zip --regenerate',
      "restore library.zip --json | jq '.tables'",
    ),
  )
  .action(run)

async function run(given: string, options: RestoreOptions): Promise<void> {
  const restored = await withProgress(options, (work) => restoreFrom(given, options, work))
  if (options.json) {
    process.stdout.write(`${JSON.stringify(restored, null, 2)}\n`)
    return
  }
  const { file, dataDir, rows, tables, madeAt, passedOver, migrations, queued } = restored
  for (const name of passedOver) say(`warning: ${printable(name)} is not a table of a media library and was skipped`)
  for (const name of migrations) say(`Applied the migration ${name}, which is newer than the backup.`)
  process.stdout.write(
    `Restored ${rows} ${rows === 1 ? 'row' : 'rows'} of ${tables.length - passedOver.length} tables from the backup of ${madeAt}.\n`,
  )
  say(
    options.regenerate
      ? `Queued ${queued} ${queued === 1 ? 'job that makes' : 'jobs that make'} the thumbnails and videos again.`
      : `${file} does not contain thumbnails and videos. Copy the folders thumbs and encoded-video into ${dataDir}, or restore with --regenerate.`,
  )
  say('Next: `media-library doctor` checks that the folders with the photos are in place.')
}

async function restoreFrom(given: string, options: RestoreOptions, work: WorkOptions) {
  // Loaded here, so that the other commands start faster.
  const { checkArchive, openArchive } = await import('../backup/read-archive.js')
  const { requireKnown, restoreArchive } = await import('../backup/restore-archive.js')
  const config = readConfig(process.env)
  const archive = await openArchive(await findBackup(given))
  try {
    const { path, manifest } = archive
    await requireKnown(manifest)
    await checkArchive(archive, work)
    return await withDatabase(config, async (url) => {
      const passedOver = await restoreArchive(url, archive, work)
      const { dataDir } = manifest
      return { file: path, dataDir, ...summaryOf(manifest), passedOver, ...(await finish(config, options)) }
    })
  } finally {
    archive.close()
  }
}

/** Migrates the restored library and queues its jobs. */
async function finish(config: Config, { regenerate }: RestoreOptions) {
  const context = await openContext(config)
  try {
    await requeueRestored(context.database)
    return { migrations: context.migrations, queued: regenerate ? await enqueueDerived(context.database) : 0 }
  } finally {
    await context.close()
  }
}
