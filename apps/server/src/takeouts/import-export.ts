import type { Found } from '@media-library/media'
import { MOST_ALBUMS } from '../albums/create-album.js'
import { MOST_PEOPLE } from '../assets/faces/named-people.js'
import type { User as UserRow } from '../generated/prisma/client.js'
import { findFolder, type ImportOptions, importFolder } from '../import/import-folder.js'
import { addFailures, type ImportSummary } from '../import/summary.js'
import { type AppliedCounts, type ExportRun, noCounts } from './apply-export.js'
import { applyFiles } from './apply-files.js'
import { toExportPath } from './export-files.js'
import { limitNames, MOST_NAMES } from './export-names.js'
import type { ExportedFile, Leftovers, PhotoExport } from './photo-export.js'

/** The numbers of things that an import of an export found. */
export interface ExportSummary extends Leftovers, AppliedCounts {
  service: PhotoExport['service']
  /** Files that the export describes. */
  described: number
  /** Files without metadata. */
  undescribed: number
  albums: number
  people: number
  edited: number
  /** The number of files that are left out because they were in the trash there. */
  trash: number
  /** The number of files that are left out because the service makes them itself. */
  derived: number
  /** Left out: they are of other services. */
  other: number
  /** Archived: they were in a locked folder. */
  locked: number
}

export interface ExportOptions {
  owner: UserRow
  writeSidecars: boolean
}

/** Imports a folder that is an export, with its facts about the files. */
export async function importExport(
  options: Omit<ImportOptions, 'ownerId'>,
  found: PhotoExport,
  { owner, writeSidecars }: ExportOptions,
): Promise<ImportSummary & { export: ExportSummary }> {
  const root = await findFolder(options.folder)
  const { lookUp, toSummary } = countLookUps(found, options.onNotice)
  const run = startRun(found, { owner, writeSidecars })
  let exported = new Map<string, ExportedFile>()
  const summary = await importFolder({
    ...options,
    ownerId: owner.id,
    choose: async (batch) => {
      exported = new Map()
      const chosen: Found[] = []
      for (const entry of batch) {
        const about = entry.kind === 'file' ? await lookUp(toExportPath(root, entry.path)) : null
        if (about) exported.set(entry.path, about)
        if (!about?.leftOut) chosen.push(entry)
      }
      return chosen
    },
    onImported: async (files) => {
      const taken = files.flatMap(({ path: originalPath, checksum }) => {
        const about = exported.get(originalPath)
        const path = toExportPath(root, originalPath)
        return about ? [{ path, version: checksum, originalPath, checksum, exported: about }] : []
      })
      const refused = await applyFiles(options.database, run, taken)
      return refused.map(({ file, reason }) => ({ path: file.originalPath, reason }))
    },
  })
  addFailures(summary, found.faults())
  return { ...summary, export: toSummary(run) }
}

/** Begins to apply an export. */
export function startRun({ service }: PhotoExport, options: ExportOptions): ExportRun {
  return { ...options, service, assetIds: new Map(), waiting: new Map(), applied: { ...noCounts } }
}

/** Counts the files that are looked up, and their facts. Names of a file beyond the limit are left out and reported. */
export function countLookUps(
  found: PhotoExport,
  onNotice: ImportOptions['onNotice'],
): {
  lookUp: PhotoExport['lookUp']
  toSummary(run: ExportRun): ExportSummary
} {
  const albums = new Set<string>()
  const people = new Set<string>()
  const counts = { described: 0, undescribed: 0, edited: 0, trash: 0, derived: 0, other: 0, locked: 0 }
  let excess = 0
  return {
    lookUp: async (path) => {
      const { limited: exported, leftOut } = limitNames(await found.lookUp(path))
      if (exported.leftOut === 'note') return exported
      counts[exported.leftOut ?? (exported.facts ? 'described' : 'undescribed')] += 1
      if (exported.editedFrom !== null) counts.edited += 1
      if (exported.isLocked) counts.locked += 1
      for (const album of exported.albums) if (albums.size < MOST_ALBUMS) albums.add(album.path)
      for (const name of exported.facts?.people ?? []) if (people.size < MOST_PEOPLE) people.add(name)
      excess += leftOut
      if (leftOut > 0) {
        const most = MOST_NAMES.toLocaleString('en')
        onNotice?.(
          `${path} has more than ${most} people, tags or albums in the export: the last ${leftOut} are left out.`,
        )
      }
      return exported
    },
    toSummary: ({ applied }) => ({
      service: found.service,
      ...counts,
      ...applied,
      excess: applied.excess + excess,
      albums: albums.size,
      people: people.size,
      ...found.leftovers(),
    }),
  }
}
