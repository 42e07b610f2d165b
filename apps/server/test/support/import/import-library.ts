import { join } from 'node:path'
import { afterAll, beforeEach, onTestFinished } from 'vitest'
import { type ImportOptions, importFolder } from '../../../src/import/import-folder.js'
import type { ImportSummary } from '../../../src/import/summary.js'
import { type WatchPace, watchFolder } from '../../../src/import/watch/watch-folder.js'
import { findExport } from '../../../src/takeouts/recognize-export.js'
import { openAdasLibrary } from '../database/adas-library.js'
import { createUser, type TestUser } from '../database/factories.js'
import { exif } from '../media/exif-reader.js'
import { until } from '../until.js'

/** A watch that notices everything in a fraction of a second. */
export const quickPace: WatchPace = { lookMs: 20, mountMs: 50, settleMs: 100 }

/** Folders that are imported and watched for a new user, Ada, in each test of a file. They share a database. */
export async function openImportLibrary() {
  const { database, ada: first, close } = await openAdasLibrary()
  let ada = first
  beforeEach(async () => {
    ada = await createUser(database)
  })
  afterAll(close)

  const assets = (owner: TestUser = ada) =>
    database.asset.findMany({ where: { ownerId: owner.id }, orderBy: { originalPath: 'asc' } })

  return {
    database,
    /** The user of this test. */
    get ada() {
      return ada
    },
    /** Imports a folder. */
    take: (folder: string, options: Partial<ImportOptions> = {}): Promise<ImportSummary> =>
      importFolder({ database, ownerId: ada.id, folder, exif, ...options }),
    readAsset: (folder: string, name: string) =>
      database.asset.findFirstOrThrow({
        where: { ownerId: ada.id, originalPath: join(folder, name) },
        include: { exif: true, stack: true },
      }),
    /** The assets of a user, by their paths. */
    assets,
    /** Returns the names of Ada's assets whose files are missing, in order. */
    listOffline: async () => {
      const missing = (await assets()).filter(({ isOffline }) => isOffline)
      return missing.map(({ originalFileName }) => originalFileName).sort()
    },
    /** Watches a folder until the test ends, as after a start of the service. Resolves when its first pass is over. */
    watch: async (folder: string, { owner = ada, pace }: { owner?: TestUser; pace?: Partial<WatchPace> } = {}) => {
      const stopping = new AbortController()
      const [summaries, notices]: [ImportSummary[], string[]] = [[], []]
      const watching = watchFolder({
        database,
        ownerId: owner.id,
        folder,
        exif,
        findExport,
        signal: stopping.signal,
        pace: { ...quickPace, ...pace },
        onSummary: (summary) => summaries.push(summary),
        onNotice: (notice) => notices.push(notice),
      })
      onTestFinished(() => {
        stopping.abort()
        return watching
      })
      await Promise.race([watching, until(() => summaries.length > 0)])
      return { summaries, notices }
    },
  }
}
