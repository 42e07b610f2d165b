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
  const writer = createCopyWriter(derived.name, reserve)
  let done = 0

  const copyAll = async (asset: DerivedAsset) => {
    for (const file of listFiles(asset)) await copyOne(asset, file)
    done += 1
    onProgress({ step: 'copying thumbnails and videos', done, total: Math.max(done, total) })
  }
  const copyOne = async ({ fileModifiedAt }: DerivedAsset, { key, job, isRecorded }: DerivedFile) => {
    signal.throwIfAborted()
    if (await derived.readSize(key)) {
      summary.kept += 1
      return
    }
    try {
      const file = await copies.open(key)
      try {
        // A browser must not get an MP4 that is older than its video.
        const isUsable = file && !(job === 'transcode-video' && file.mtimeMs < fileModifiedAt.getTime())
        if (!isUsable) {
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

  for (let after = FIRST; ; ) {
    const batch = await listDerived(database, { after, count: IN_A_BATCH })
    const last = batch.at(-1)
    if (!last) return summary
    await allDone(batch.map((asset) => limit(() => copyAll(asset))))
    after = last.id
  }
}

/** Waits until all promises have settled, and then throws the first error. */
export async function allDone(works: Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(works)).find(({ status }) => status === 'rejected')
  if (failed) throw (failed as PromiseRejectedResult).reason
}
