import type { JobName } from '@media-library/contract'
import type { PrismaDatabase } from '../../database/connect.js'
import type { DerivedFiles } from '../../storage/derived-files.js'
import { enqueueJobs } from '../queue/enqueue-jobs.js'
import { countDerived, listDerived } from './derived-asset.js'
import { searchDerived } from './missing.js'

const IN_A_BATCH = 1_000
const FIRST = '00000000-0000-0000-0000-000000000000'

const jobs: JobName[] = ['regenerate-thumbnail', 'transcode-video']

/** The assets to check, and the signal that stops the check. */
export interface MissingSearch {
  database: PrismaDatabase
  derived: DerivedFiles
  signal: AbortSignal
  /** Called with the number of assets that were checked, and of all. */
  onProgress(progress: { step: string; done: number; total: number }): void
}

/**
 * Queues, as bulk work, the jobs that restore the missing files of all assets. Returns their number. It can be interrupted and run
 * again at any moment. Throws a StorageError.
 */
export async function enqueueMissing({ database, derived, signal, onProgress }: MissingSearch): Promise<number> {
  const total = await countDerived(database)
  let done = 0
  let queued = 0
  for (let after = FIRST; ; ) {
    signal.throwIfAborted()
    const assets = await listDerived(database, { after, count: IN_A_BATCH })
    const last = assets.at(-1)
    if (!last) return queued
    const { missing } = await searchDerived(derived, assets)
    for (const name of jobs) {
      const ids = [...new Set(missing.flatMap(({ job, assetId }) => (job === name ? [assetId] : [])))]
      await enqueueJobs(database, name, ids, 'bulk')
      queued += ids.length
    }
    after = last.id
    done += assets.length
    onProgress({ step: 'looking for missing files', done, total: Math.max(done, total) })
  }
}
