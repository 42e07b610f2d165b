import type { Calls } from '../calls.js'
import type { BulkUploadResults } from '../types/index.js'
import { sha1Of } from './sha1.js'
import type { FileOutcome, UploadFilesOptions } from './upload.js'
import { uploadFile } from './upload-file.js'

/** How many files are checked at once. */
const BATCH = 50

/** Uploads files, several at once, and only those that the caller does not have. One that fails does not stop the others. */
export async function uploadFiles(
  calls: Calls,
  files: Iterable<File>,
  { concurrency = 3, onProgress, onFile, details, ...options }: UploadFilesOptions = {},
): Promise<FileOutcome[]> {
  const all = [...files]
  const outcomes: FileOutcome[] = []
  const total = all.reduce((sum, { size }) => sum + size, 0)
  let ended = 0
  const running = new Map<File, number>()
  const tell = () => {
    const sent = [...running.values()].reduce((sum, bytes) => sum + bytes, ended)
    onProgress?.({ sent, total, files: outcomes.length, allFiles: all.length })
  }
  const end = (outcome: FileOutcome) => {
    running.delete(outcome.file)
    ended += outcome.file.size
    outcomes.push(outcome)
    onFile?.(outcome)
    tell()
  }
  const send = async ({ file, checksum }: Checked) => {
    const onSent = ({ sent }: { sent: number }) => {
      running.set(file, Math.min(sent, file.size))
      tell()
    }
    try {
      const { id, duplicate } = await uploadFile(
        calls,
        file,
        { ...details?.(file), checksum },
        { ...options, onProgress: onSent },
      )
      end({ file, state: duplicate ? 'duplicate' : 'uploaded', id })
    } catch (error) {
      options.signal?.throwIfAborted()
      end({ file, state: 'failed', error })
    }
  }
  for (let start = 0; start < all.length; start += BATCH) {
    const { wanted, known } = await check(calls, all.slice(start, start + BATCH), options)
    for (const outcome of known) end(outcome)
    await inTurns(wanted, concurrency, send)
  }
  return outcomes
}

interface Checked {
  file: File
  checksum: string
}

async function check({ read }: Calls, files: File[], options: UploadFilesOptions) {
  const checked: Checked[] = []
  const known: FileOutcome[] = []
  for (const file of files) {
    try {
      checked.push({ file, checksum: await sha1Of(file, options.signal) })
    } catch (error) {
      options.signal?.throwIfAborted()
      known.push({ file, state: 'failed', error })
    }
  }
  const assets = checked.map(({ file, checksum }) => ({ id: file.name, checksum }))
  const { results } = await read<BulkUploadResults>('checkBulkUpload', { body: { assets } }, options)
  const wanted: Checked[] = []
  for (const [index, one] of checked.entries()) {
    const { reason, assetId } = results[index] ?? {}
    if (reason === 'duplicate' && assetId !== undefined) known.push({ file: one.file, state: 'duplicate', id: assetId })
    else if (reason === 'unsupported-format') known.push({ file: one.file, state: 'unsupported' })
    else wanted.push(one)
  }
  return { wanted, known }
}

async function inTurns<Item>(items: Item[], concurrency: number, work: (item: Item) => Promise<void>) {
  const left = [...items]
  const lane = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: concurrency }, lane))
}
