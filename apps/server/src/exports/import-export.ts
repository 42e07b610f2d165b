import type { Found } from '@media-library/media'
import type { Database } from '../database/ask.js'
import { inTransaction } from '../database/transaction.js'
import { announceEvents } from '../events/event.js'
import type { User as UserRow } from '../generated/prisma/client.js'
import { findFolder, type ImportOptions, importFolder } from '../import/import-folder.js'
import type { ImportSummary } from '../import/summary.js'
import { announceJobs } from '../jobs/queue/job.js'
import { applyExport, type ExportRun, type Given } from './apply-export.js'
import { toExportPath } from './export-files.js'
import type { Leftovers, PhotoExport, Told } from './photo-export.js'

/** What was found in an export, in numbers. */
export interface ExportSummary extends Leftovers, Given {
  service: PhotoExport['service']
  /** Files that the export describes. */
  described: number
  /** Files of which it tells nothing. */
  undescribed: number
  albums: number
  people: number
  edited: number
  /** Left out: they were in the trash there. */
  trash: number
  /** Left out: the service makes such files itself. */
  derived: number
}

export interface ExportOptions {
  owner: UserRow
  writeSidecars: boolean
}

/** Imports a folder that is an export, and gives its assets what the export tells of them. */
export async function importExport(
  options: Omit<ImportOptions, 'ownerId'>,
  found: PhotoExport,
  { owner, writeSidecars }: ExportOptions,
): Promise<ImportSummary & { export: ExportSummary }> {
  const { database } = options
  const root = await findFolder(options.folder)
  const { tell, toSummary } = countTold(found)
  const run = startRun(found, { owner, writeSidecars })
  let told = new Map<string, Told>()
  const summary = await importFolder({
    ...options,
    ownerId: owner.id,
    choose: async (batch) => {
      told = new Map()
      const chosen: Found[] = []
      for (const entry of batch) {
        const about = entry.kind === 'file' ? await tell(toExportPath(root, entry.path)) : null
        if (about) told.set(entry.path, about)
        if (!about?.leftOut) chosen.push(entry)
      }
      return chosen
    },
    onImported: async (files) => {
      const taken = files.flatMap(({ path: originalPath, checksum }) => {
        const about = told.get(originalPath)
        const path = toExportPath(root, originalPath)
        return about ? [{ path, version: checksum, originalPath, checksum, told: about }] : []
      })
      await applyInTransaction(database, run, taken)
    },
  })
  return { ...summary, export: toSummary(run) }
}

/** Begins to take what an export tells. */
export function startRun({ service }: PhotoExport, options: ExportOptions): ExportRun {
  return { ...options, service, assetIds: new Map(), waiting: [], given: { dates: 0, places: 0, descriptions: 0 } }
}

/** Applies what is told of files, and says so to those who listen. */
export async function applyInTransaction(
  database: Database,
  run: ExportRun,
  files: Parameters<typeof applyExport>[2],
): Promise<void> {
  if (files.length === 0) return
  await inTransaction(database, (transaction) => applyExport(transaction, run, files))
  void announceEvents(database)
  void announceJobs(database)
}

/** Counts what an export is asked about, and what it tells. */
export function countTold(found: PhotoExport): { tell: PhotoExport['tell']; toSummary(run: ExportRun): ExportSummary } {
  const albums = new Set<string>()
  const people = new Set<string>()
  const counts = { described: 0, undescribed: 0, edited: 0, trash: 0, derived: 0 }
  return {
    tell: async (path) => {
      const told = await found.tell(path)
      if (told.leftOut === 'note') return told
      counts[told.leftOut ?? (told.facts ? 'described' : 'undescribed')] += 1
      if (told.editedFrom !== null) counts.edited += 1
      for (const album of told.albums) albums.add(album.path)
      for (const name of told.facts?.people ?? []) people.add(name)
      return told
    },
    toSummary: ({ given }) => ({
      ...{ service: found.service, ...counts, ...given },
      ...{ albums: albums.size, people: people.size, ...found.leftovers() },
    }),
  }
}
