import { createHash } from 'node:crypto'
import { describeFileError } from '@media-library/media'
import pLimit from 'p-limit'
import {
  countOriginals,
  FIRST,
  findOriginal,
  listOriginals,
  type OriginalRow,
  ownedBy,
} from '../../assets/files/original-row.js'
import type { Database } from '../../database/ask.js'
import type { OpenOriginal } from '../../storage/original.js'
import type { Originals } from '../../storage/originals.js'
import { readInTime } from '../../storage/read-in-time.js'
import type { WorkOptions } from '../backup/progress.js'

/** A fault of an original. `changed` is an imported file that its owner has changed. */
export interface Fault {
  assetId: string
  path: string
  verdict: 'missing' | 'unreadable' | 'damaged' | 'changed'
  reason: string
}

/** The number of originals that were read, and the number of each fault. */
export type VerifySummary = { files: number; bytes: number } & Record<Fault['verdict'], number>

export interface VerifyOptions extends WorkOptions {
  /** The id of the owner; null for all users. */
  ownerId: string | null
  /** Called with each fault when it is found, so that none is kept in memory. */
  onFault(fault: Fault): void
}

/** The number of files that are read at once. A disk that hangs blocks as many threads of the process. */
const AT_ONCE = 2
const IN_A_BATCH = 100
const SILENCE_MS = 60_000

/**
 * Reads each original, and compares its size and checksum with those in the database. It continues after a fault, and changes nothing.
 */
export async function verifyOriginals(
  { database, originals }: { database: Database; originals: Pick<Originals, 'open'> },
  { ownerId, signal, onProgress, onFault }: VerifyOptions,
): Promise<VerifySummary> {
  const owned = ownedBy(ownerId)
  const total = await countOriginals(database, owned)
  const summary: VerifySummary = { files: 0, bytes: 0, missing: 0, unreadable: 0, damaged: 0, changed: 0 }
  const limit = pLimit(AT_ONCE)
  const onBytes = (bytes: number) => {
    signal.throwIfAborted()
    summary.bytes += bytes
    onProgress({ step: `${summary.files} of ${total.files} originals`, done: summary.bytes, total: total.bytes })
  }

  const verify = async (row: OriginalRow) => {
    signal.throwIfAborted()
    const fault = await findFault(originals, row, { signal, onBytes })
    const found = fault && (await confirm(row, fault))
    summary.files += 1
    if (!found) return
    summary[found.verdict] += 1
    onFault(found)
  }
  /** Checks a fault again: the file may just have been deleted, moved, or read again by an import. */
  const confirm = async (row: OriginalRow, fault: Fault) => {
    const current = await findOriginal(database, row.id)
    if (!current) return null
    const isSame = current.originalPath === row.originalPath && current.checksum === row.checksum
    return isSame ? fault : findFault(originals, current, { signal, onBytes })
  }

  for (let after = FIRST; ; ) {
    const batch = await listOriginals(database, owned, { after, count: IN_A_BATCH })
    await limit.map(batch, verify)
    const last = batch.at(-1)
    if (!last) return summary
    after = last.id
  }
}

interface Reading {
  signal: AbortSignal
  onBytes(bytes: number): void
}

async function findFault(
  originals: Pick<Originals, 'open'>,
  row: OriginalRow,
  reading: Reading,
): Promise<Fault | null> {
  const toFault = (verdict: Fault['verdict'], reason: string) => ({
    assetId: row.id,
    path: row.originalPath,
    verdict,
    reason,
  })
  try {
    const file = await originals.open(row, reading.signal)
    try {
      const difference = await findDifference(file, row, reading)
      if (difference === null) return null
      const isChanged = row.isExternal && file.modifiedAt.getTime() !== row.fileModifiedAt.getTime()
      return isChanged
        ? toFault('changed', 'it was changed after its import; import its folder again')
        : toFault('damaged', difference)
    } finally {
      await file.close()
    }
  } catch (error) {
    reading.signal.throwIfAborted()
    const isMissing = ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')
    return isMissing ? toFault('missing', 'it is not there') : toFault('unreadable', describeFileError(error))
  }
}

async function findDifference(
  { size, chunks }: OpenOriginal,
  row: OriginalRow,
  { onBytes }: Reading,
): Promise<string | null> {
  if (row.size !== null && row.size !== size) return `it has ${size} bytes instead of ${row.size}`
  const hash = createHash('sha1')
  const content = size === 0 ? [] : readInTime(chunks({ start: 0, end: size - 1 }), { silenceMs: SILENCE_MS })
  for await (const chunk of content) {
    hash.update(chunk)
    onBytes(chunk.length)
  }
  return hash.digest('hex') === row.checksum ? null : 'its content has another checksum'
}
