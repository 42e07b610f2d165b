import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Command } from 'commander'
import { type Config, readConfig } from '../../config/config.js'
import { version } from '../../process/version.js'
import { chooseTarget, writeWhole } from '../backup/archive-file.js'
import type { Manifest } from '../backup/manifest.js'
import type { WorkOptions } from '../backup/progress.js'
import { printJson } from '../terminal/listing.js'
import { counted, examples, say, toSize } from '../terminal/messages.js'
import { requireLibrary, withDatabase, withProgress } from './context/with-archive.js'

/** Returns the part of a manifest that the commands print. */
export function toSummary({ version: madeBy, madeAt, migrations, tables }: Manifest) {
  return {
    version: madeBy,
    madeAt,
    migration: migrations.at(-1),
    rows: tables.reduce((sum, { rows }) => sum + rows, 0),
    tables: tables.map(({ name, rows }) => ({ name, rows })),
  }
}

export const backup = new Command('backup')
  .argument('<path>', 'a file that does not exist yet, or a folder in which to create media-library-<time>.zip')
  .option('--json', 'print one JSON object and no progress')
  .addHelpText(
    'after',
    examples(
      'backup /mnt/usb',
      'backup library.zip',
      'DATA_DIR=/srv/photos backup library.zip',
      "backup /mnt/usb --json | jq -r '.file'",
    ),
  )
  .action(run)

async function run(target: string, { json }: { json?: boolean }): Promise<void> {
  const config = readConfig(process.env)
  const written = await withProgress({ json }, (options) => writeBackup(config, target, options))
  if (json) {
    printJson(written)
    return
  }
  const { file, rows, tables, bytes } = written
  process.stdout.write(`${file}\n`)
  say(`The backup has ${counted(rows, 'row')} of ${tables.length} tables, ${toSize(bytes)}. It contains hashes of keys: keep it private.
It does not contain your photos. Also copy ${await describePlaces(config)}.`)
}

async function writeBackup(config: Config, target: string, options: WorkOptions) {
  // Loaded here, so that the other commands start faster.
  const { writeArchive } = await import('../backup/write-archive.js')
  await requireLibrary(config)
  const path = await chooseTarget(target, new Date())
  const manifest = await withDatabase(config, (url) =>
    writeWhole(path, (target) => writeArchive({ url, dataDir: config.dataDir, version }, target, options)),
  )
  return { file: path, bytes: (await stat(path)).size, ...toSummary(manifest) }
}

/** Describes the places of a library's files besides its database. */
async function describePlaces(config: Config): Promise<string> {
  const { openDerivedFiles, openMotionFiles } = await import('../../storage/derived-files.js')
  const [derived, { files: uploads }] = await Promise.all([openDerivedFiles(config), openMotionFiles(config)])
  for (const place of [derived, uploads]) place.close()
  const folders = `the folders thumbs, encoded-video and profile of ${derived.name}`
  const hasUploads = config.uploads.bucket !== null || existsSync(config.uploads.folder)
  return hasUploads ? `the uploads in ${uploads.name}, and ${folders}` : folders
}
