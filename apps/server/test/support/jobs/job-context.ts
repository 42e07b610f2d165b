import { afterAll } from 'vitest'
import { readConfig } from '../../../src/config/config.js'
import type { PrismaDatabase } from '../../../src/database/connect.js'
import type { JobContext } from '../../../src/jobs/worker/job-handler.js'
import { openDerivedFiles } from '../../../src/storage/derived-files.js'
import { openOriginals } from '../../../src/storage/originals.js'
import { openTestDatabase } from '../database/database.js'
import { exif } from '../media/exif-reader.js'

/** Opens what jobs reach, on that database or one of its own, for the length of a test file. The derived files are those of a test. */
export async function openJobContext(served?: PrismaDatabase): Promise<JobContext & { database: PrismaDatabase }> {
  const database = served ?? (await openOwnDatabase())
  const derived = await openDerivedFiles({ dataDir: '/nonexistent', bucket: null })
  const originals = await openOriginals(readConfig({ DATA_DIR: '/nonexistent' }))
  const caller = { owner: '', isAlone: true }
  return { database, exif, derived, originals, signal: new AbortController().signal, lane: 'short', caller }
}

async function openOwnDatabase() {
  const { database, close } = await openTestDatabase()
  afterAll(close)
  return database
}
