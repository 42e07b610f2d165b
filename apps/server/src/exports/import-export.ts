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
import type { ExportedFile, Leftovers, PhotoExport } from './photo-export.js'

/** What was found in an export, in numbers. */
export interface ExportSummary extends Leftovers, Given {
  service: PhotoExport['service']
  /** Files that the export describes. */
  described: number
  /** Files without metadata. */
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

/** Imports a folder that is an export, with the facts that it has about its files. */
export async function importExport(
  options: Omit<ImportOptions, 'ownerId'>,
  found: PhotoExport,
  { owner, writeSidecars }: ExportOptions,
): Promise<ImportSummary & { export: ExportSummary }> {
  const { database } = options
  const root = await findFolder(options.folder)
  const { lookUp, toSummary } = countLookUps(found)
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
      await applyInTransaction(database, run, taken)
    },
  })
  return { ...summary, export: toSummary(run) }
}

/** Begins to apply an export. */
export function startRun({ service }: PhotoExport, options: ExportOptions): ExportRun {
  return { ...options, service, assetIds: new Map(), waiting: [], given: { dates: 0, places: 0, descriptions: 0 } }
}

/** Applies the facts of files, and announces the changes. */
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

/** Counts the files that are looked up, and their facts. */
export function countLookUps(found: PhotoExport): {
  lookUp: PhotoExport['lookUp']
  toSummary(run: ExportRun): ExportSummary
} {
  const albums = new Set<string>()
  const people = new Set<string>()
  const counts = { described: 0, undescribed: 0, edited: 0, trash: 0, derived: 0 }
  return {
    lookUp: async (path) => {
      const exported = await found.lookUp(path)
      if (exported.leftOut === 'note') return exported
      counts[exported.leftOut ?? (exported.facts ? 'described' : 'undescribed')] += 1
      if (exported.editedFrom !== null) counts.edited += 1
      for (const album of exported.albums) albums.add(album.path)
      for (const name of exported.facts?.people ?? []) people.add(name)
      return exported
    },
    toSummary: ({ given }) => ({
      ...{ service: found.service, ...counts, ...given },
      ...{ albums: albums.size, people: people.size, ...found.leftovers() },
    }),
  }
}
