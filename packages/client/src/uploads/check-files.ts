import type { BulkUploadResults, CheckBulkUpload } from '@media-library/contract/schemas'
import { hashSha1 } from './sha1.js'
import type { FileOutcome } from './upload.js'

/** The number of files in one check, and about how many bytes they have, so that the first files are sent soon. */
const MOST_FILES = 50
const MOST_BYTES = 50_000_000

/** A file that the caller does not have. */
export interface WantedFile {
  file: File
  checksum: string
}

/** Splits files into those that are checked together. */
export function inBatches(files: File[]): File[][] {
  const batches: File[][] = []
  let batch: File[] = []
  let bytes = 0
  for (const file of files) {
    batch.push(file)
    bytes += file.size
    if (batch.length < MOST_FILES && bytes < MOST_BYTES) continue
    batches.push(batch)
    batch = []
    bytes = 0
  }
  return batch.length > 0 ? [...batches, batch] : batches
}

/**
 * Checks which files are worth sending, and returns the outcomes of the others. Never rejects: when a check fails, its
 * files have failed. Files that the signal stopped are in neither list.
 */
export async function checkFiles(
  check: (body: CheckBulkUpload) => Promise<BulkUploadResults>,
  files: File[],
  signal: AbortSignal | undefined,
  onHashed: (bytes: number) => void,
): Promise<{ wanted: WantedFile[]; known: FileOutcome[] }> {
  const hashed: WantedFile[] = []
  const known: FileOutcome[] = []
  for (const file of files) {
    if (signal?.aborted) break
    let reported = 0
    const onRead = (bytes: number) => {
      reported += bytes
      onHashed(bytes)
    }
    try {
      hashed.push({ file, checksum: await hashSha1(file, { signal, onRead }) })
    } catch (cause) {
      if (signal?.aborted) break
      onHashed(file.size - reported)
      known.push({ file, state: 'failed', error: unreadable(file, cause) })
    }
  }
  if (signal?.aborted || hashed.length === 0) return { wanted: [], known }
  const assets = hashed.map(({ file, checksum }) => ({ id: file.name, checksum }))
  try {
    const { results } = await check({ assets })
    const wanted = hashed.filter(({ file }, index) => {
      const { reason, assetId } = results[index] ?? {}
      if (reason === 'duplicate' && assetId !== undefined) known.push({ file, state: 'duplicate', id: assetId })
      else if (reason === 'unsupported-format') known.push({ file, state: 'unsupported', detail: unsupported(file) })
      else return true
      return false
    })
    return { wanted, known }
  } catch (error) {
    if (signal?.aborted) return { wanted: [], known }
    return { wanted: [], known: [...known, ...hashed.map(({ file }) => ({ file, state: 'failed' as const, error }))] }
  }
}

function unreadable({ name }: File, cause: unknown) {
  const reason = cause instanceof Error ? cause.message : String(cause)
  const advice = 'It may have been moved or changed since it was chosen. Choose it again.'
  return new Error(`${name} cannot be read: ${reason} ${advice}`, { cause })
}

function unsupported({ name }: File) {
  return `${name} was not sent: its name is not that of a photo, video or sound. If it is one, give it the usual extension, such as .jpg.`
}
