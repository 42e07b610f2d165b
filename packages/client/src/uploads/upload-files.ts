import type { BulkUploadResults } from '@media-library/contract/schemas'
import type { Calls } from '../calls.js'
import { checkFiles, inBatches, type WantedFile } from './check-files.js'
import { ridingOutages } from './outage.js'
import type { FileOutcome, UploadFilesOptions } from './upload.js'
import { uploadFile } from './upload-file.js'

/**
 * Uploads files, several at once, and only those that the caller does not have. A file that fails does not stop the
 * others. The next files are checked while the current ones are sent. While the service is away, all wait for it.
 */
export async function uploadFiles(
  calls: Calls,
  files: Iterable<File>,
  { concurrency = 3, maxOutageMs = 300_000, onProgress, onFile, details, ...options }: UploadFilesOptions = {},
): Promise<FileOutcome[]> {
  const all = [...files]
  const { signal } = options
  const outcomes = new Map<File, FileOutcome>()
  const total = all.reduce((sum, { size }) => sum + size, 0)
  const sent = new Map<File, number>()
  let ended = 0
  let hashed = 0
  let isAway = false
  const tell = () => {
    const running = [...sent.values()].reduce((sum, bytes) => sum + bytes, ended)
    onProgress?.({ hashed, sent: running, total, files: outcomes.size, allFiles: all.length, isAway })
  }
  const onChange = (isSo: boolean) => {
    if (isSo === isAway) return
    isAway = isSo
    tell()
  }
  const ride = ridingOutages({ maxOutageMs, signal, onChange })
  const end = (outcome: FileOutcome) => {
    sent.delete(outcome.file)
    ended += outcome.file.size
    outcomes.set(outcome.file, outcome)
    onFile?.(outcome)
    tell()
  }
  const send = async ({ file, checksum }: WantedFile): Promise<FileOutcome | null> => {
    let attempts = 0
    const onAttempt = () => {
      attempts += 1
    }
    const onSent = (progress: { sent: number }) => {
      sent.set(file, Math.min(progress.sent, file.size))
      tell()
    }
    try {
      const upload = { ...details?.(file), checksum }
      const { id, duplicate } = await ride(() =>
        uploadFile(calls, file, upload, { ...options, onProgress: onSent, onAttempt }),
      )
      // The check did not find the content. An attempt whose answer was lost has stored it.
      return { file, state: duplicate && attempts < 2 ? 'duplicate' : 'uploaded', id }
    } catch (error) {
      sent.delete(file)
      return signal?.aborted ? null : { file, state: 'failed', error }
    }
  }
  const check = (batch: File[]) =>
    checkFiles(
      (body) => ride(() => calls.read<BulkUploadResults>('checkBulkUpload', { body }, options)),
      batch,
      signal,
      (bytes) => {
        hashed += bytes
        tell()
      },
    )
  const batches = inBatches(all)
  let checking = check(batches.shift() ?? [])
  for (;;) {
    const { wanted, known } = await checking
    for (const outcome of known) end(outcome)
    const next = batches.shift()
    if (next && !signal?.aborted) checking = check(next)
    await inTurns(wanted, concurrency, async (file) => {
      const outcome = signal?.aborted ? null : await send(file)
      if (outcome) end(outcome)
    })
    if (!next || signal?.aborted) break
  }
  return all.map((file) => outcomes.get(file) ?? { file, state: 'stopped' })
}

async function inTurns<Item>(items: Item[], concurrency: number, work: (item: Item) => Promise<void>) {
  const left = [...items]
  const lane = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: concurrency }, lane))
}
