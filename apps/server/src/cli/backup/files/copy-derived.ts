import pLimit from 'p-limit'
import type { PrismaDatabase } from '../../../database/connect.js'
import {
  countDerived,
  type DerivedAsset,
  type DerivedFile,
  listDerived,
  listFiles,
} from '../../../jobs/derived/derived-asset.js'
import type { DerivedFiles } from '../../../storage/derived-files.js'
import { joinPath } from '../../../storage/object-path.js'
import { listActiveUsers } from '../../../users/user.js'
import type { WorkOptions } from '../progress.js'
import type { FileCopies } from './copies.js'
import { type CopySummary, countMissing, createCopySummary } from './copy-summary.js'
import { createCopyWriter } from './write-copy.js'

/** The source and the target of the files. */
export interface DerivedCopying {
  database: PrismaDatabase
  derived: DerivedFiles
  copies: FileCopies
  /** The number of bytes that stay free on the disk. */
  reserve: number
}

const AT_ONCE = 8
const IN_A_BATCH = 1_000
const FIRST = '00000000-0000-0000-0000-000000000000'

/**
 * Copies the files that jobs derived, unless they are already in their place: each gets its name when it is complete. The work can be
 * interrupted and repeated at any time. Throws a StorageError.
 */
export async function copyDerived(
  { database, derived, copies, reserve }: DerivedCopying,
  { signal, onProgress }: WorkOptions,
): Promise<CopySummary> {
  const total = await countDerived(database)
  const limit = pLimit(AT_ONCE)
  const summary = createCopySummary()
  const copyFile = createFileCopier({ derived, copies, reserve }, summary, signal)
  let done = 0

  const copyAll = async (asset: DerivedAsset) => {
    for (const file of listFiles(asset)) await copyOne(asset, file)
    done += 1
    onProgress({ step: 'copying thumbnails and videos', done, total: Math.max(done, total) })
  }
  // A browser must not get an MP4 that is older than its video.
  const copyOne = ({ fileModifiedAt }: DerivedAsset, { key, job, isRecorded }: DerivedFile) =>
    copyFile(key, { isRecorded, notBefore: job === 'transcode-video' ? fileModifiedAt : new Date(0) })

  for (let after = FIRST; ; ) {
    const batch = await listDerived(database, { after, count: IN_A_BATCH })
    const last = batch.at(-1)
    if (!last) return summary
    await allDone(batch.map((asset) => limit(() => copyAll(asset))))
    after = last.id
  }
}

/** Copies the pictures of users, likewise. No job can make them again. */
export async function copyProfileImages(copying: DerivedCopying, { signal }: WorkOptions): Promise<CopySummary> {
  const summary = createCopySummary()
  const copyFile = createFileCopier(copying, summary, signal)
  for (const { profileImagePath: key } of await listActiveUsers(copying.database, { isAll: true }))
    if (key !== '') await copyFile(key, { isRecorded: true, notBefore: new Date(0) })
  return summary
}

/** Creates a function that copies the file of a key, unless it is in its place, or the copy is older than that. */
function createFileCopier(
  { derived, copies, reserve }: Omit<DerivedCopying, 'database'>,
  summary: CopySummary,
  signal: AbortSignal,
) {
  const writer = createCopyWriter(derived.name, reserve)

  return async (key: string, { isRecorded, notBefore }: { isRecorded: boolean; notBefore: Date }): Promise<void> => {
    signal.throwIfAborted()
    if (await derived.readSize(key)) {
      summary.kept += 1
      return
    }
    try {
      const file = await copies.open(key)
      try {
        if (file === null || file.mtimeMs < notBefore.getTime()) {
          if (isRecorded) countMissing(summary, joinPath(derived.name, key), `it is not in ${copies.path}`)
          return
        }
        const modifiedAt = new Date(file.mtimeMs)
        await derived.replace(
          [key],
          ([path]) => writer.write(file, { path, modifiedAt, checksum: null, signal }),
          signal,
        )
        summary.copied += 1
        summary.bytes += file.size
      } finally {
        await file?.close()
      }
    } catch (error) {
      signal.throwIfAborted()
      countMissing(summary, joinPath(copies.path, key), error)
    }
  }
}

/** Waits until all promises have settled, and then throws the first error. */
export async function allDone(works: Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(works)).find(({ status }) => status === 'rejected')
  if (failed) throw (failed as PromiseRejectedResult).reason
}
