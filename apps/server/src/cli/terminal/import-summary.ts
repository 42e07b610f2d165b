import type { ImportCount, ImportSummary } from '../../import/summary.js'
import type { ExportSummary } from '../../takeouts/import-export.js'
import { printable } from './listing.js'
import { counted } from './messages.js'

/** The results for the files of a folder, and for the export that it contains. */
export type FolderSummary = ImportSummary & {
  export?: ExportSummary
  /** The assets of the library that have no date but the last change of their files. */
  undated?: number
}

/** Prints the results for the files of a folder. */
export function printSummary(summary: FolderSummary): void {
  for (const { path, reason } of summary.failures)
    process.stderr.write(`failed: ${printable(path)}: ${printable(reason)}\n`)
  const unnamed = summary.failed - summary.failures.length
  if (unnamed > 0)
    process.stderr.write(
      `failed: ${counted(unnamed, 'more file')}. Repair the files that are listed, and import again.\n`,
    )
  const lines = outcomes
    .filter(([outcome]) => outcome === 'added' || summary[outcome] > 0)
    .map(([outcome, words]) => `  ${String(summary[outcome]).padStart(7)}  ${words}\n`)
  process.stdout.write(`${printable(summary.folder)}\n${lines.join('')}`)
  if (summary.undated)
    process.stdout.write(
      `  ${String(summary.undated).padStart(7)}  in all without a date but the last change of their files\n`,
    )
  if (summary.export) process.stdout.write(toText(summary.export))
  if (summary.stopped) process.stderr.write('Stopped. Run the same command again to continue.\n')
}

function toText(found: ExportSummary): string {
  const lines = exportCounts
    .filter(([count]) => found[count] > 0)
    .map(([count, words]) => `  ${String(found[count]).padStart(7)}  ${words}\n`)
  return `  From ${found.service}:\n${lines.join('')}`
}

const outcomes: [ImportCount, string][] = [
  ['added', 'added'],
  ['updated', 'changed and read again'],
  ['moved', 'moved and found in their new place'],
  ['unchanged', 'unchanged'],
  ['duplicates', 'skipped: copies of known files'],
  ['notMedia', 'skipped: not photos, videos or sound files'],
  ['links', 'skipped: symbolic links; import the folders that they point to'],
  ['photosLibraries', 'libraries of Apple Photos, of which only the originals are imported'],
  ['offline', 'missing, and offline until they return'],
  ['failed', 'failed'],
]

const exportCounts: [Exclude<keyof ExportSummary, 'service'>, string][] = [
  ['described', 'files with metadata in the export'],
  ['undescribed', 'files without'],
  ['dates', 'dates that the files lack, or that you had corrected there'],
  ['places', 'places that the files lack, or that you had corrected there'],
  ['descriptions', 'descriptions'],
  ['people', 'people, as tags'],
  ['albums', 'albums'],
  ['edited', 'edited copies, stacked on their originals'],
  ['locked', 'archived: in the locked folder of the export'],
  ['excess', 'left out: people, tags and albums beyond 1,000 for a file, or beyond the limits of a user'],
  ['trash', 'left out: in the trash of the export'],
  ['derived', 'left out: thumbnails and converted videos, which this service makes itself'],
  ['other', 'left out: files of other services in the export; import their folders by themselves'],
  ['memories', 'left out: memories'],
  ['missing', 'left out: metadata and album entries without a file; import all parts together'],
  ['ambiguous', 'left out: album entries with a name that several files have'],
  ['conflicts', 'left out: metadata of another export in the same folder; import each export by itself'],
]
