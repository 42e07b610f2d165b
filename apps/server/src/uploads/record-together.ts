import { v7 as uuidv7 } from 'uuid'
import { admission } from '../admission/admission.js'
import { findOrCreateLibrary } from '../assets/library.js'
import { beginStoring } from '../assets/metadata/near-uploads.js'
import type { Connection, Database } from '../database/ask.js'
import { findFailure } from '../database/failure.js'
import { inTransaction } from '../database/transaction.js'
import { ProblemError } from '../errors.js'
import { storeFiles } from '../import/store-files.js'
import { type ImportTarget, listFilesWith } from '../import/stored-files.js'
import { holdCredentials, unauthenticated } from '../users/still-valid.js'
import type { Staging } from './incoming/staging.js'
import { quotaExceeded, readQuota } from './quota/quota.js'
import { recordAlone, type StoredUpload, toOrigin, type UploadRecord } from './record-alone.js'

/** An upload whose files lie at their place. */
export interface PlacedUpload extends UploadRecord {
  ownerId: string
  staging: Pick<Staging, 'userFolder' | 'keep'>
  /** The key or session that uploads it; null for a command. */
  credentialId: string | null
}

interface Waiting {
  upload: PlacedUpload
  resolve: (stored: StoredUpload) => void
  reject: (error: unknown) => void
}

/** The uploads that wait for the next turn of their owner. */
const lines = new WeakMap<Database, Map<string, Waiting[]>>()

/**
 * Records an upload, in one transaction with all that wait for the same turn of their owner. Throws `quota_exceeded`, and
 * `unauthenticated` when its key or session has ended.
 */
export function recordTogether(database: Database, upload: PlacedUpload): Promise<StoredUpload> {
  const places = lines.get(database) ?? new Map<string, Waiting[]>()
  lines.set(database, places)
  const place = `${upload.staging.userFolder} ${upload.priority}`
  return new Promise((resolve, reject) => {
    const line = places.get(place) ?? []
    line.push({ upload, resolve, reject })
    if (places.has(place)) return
    places.set(place, line)
    void recordLine(database, line, () => places.delete(place))
  })
}

/** Records the uploads that wait for a turn. `close` is called when it comes; later uploads wait for the next one. */
async function recordLine(database: Database, line: Waiting[], close: () => void): Promise<void> {
  const [{ upload }] = line as [Waiting]
  try {
    const endTurn = await admission.uploadRecord.acquire(upload.ownerId).finally(close)
    try {
      const uploads = line.map(({ upload }) => upload)
      const outcomes = await recordAll(database, uploads)
      for (const [index, waiting] of line.entries()) settle(waiting, outcomes[index] as Outcome)
    } finally {
      endTurn()
    }
  } catch (error) {
    for (const { reject } of line) reject(error)
  }
}

function settle({ resolve, reject }: Waiting, outcome: Outcome) {
  if (outcome instanceof Error) reject(outcome)
  else resolve(outcome)
}

type Outcome = StoredUpload | Error

/** Records uploads. One that the database refuses does not affect the others. */
async function recordAll(database: Database, uploads: PlacedUpload[]): Promise<Outcome[]> {
  try {
    return await inTransaction(database, (transaction) => record(transaction, uploads))
  } catch (error) {
    if (uploads.length === 1 || findFailure(error) !== null) throw error
    const outcomes: Outcome[] = []
    for (const upload of uploads) {
      const [outcome] = await recordAll(database, [upload]).catch((fault: Error) => [fault])
      outcomes.push(outcome as Outcome)
    }
    return outcomes
  }
}

async function record(transaction: Connection, uploads: PlacedUpload[]): Promise<Outcome[]> {
  const [{ ownerId }] = uploads as [PlacedUpload]
  await beginStoring(transaction, [ownerId])
  const held = await holdCredentials(
    transaction,
    uploads.flatMap(({ credentialId }) => credentialId ?? []),
  )
  const allowed = uploads.filter(({ credentialId }) => credentialId === null || held.has(credentialId))
  const outcomes = allowed.length === 0 ? new Map() : await recordAllowed(transaction, allowed)
  return uploads.map((upload) => outcomes.get(upload) ?? unauthenticated())
}

async function recordAllowed(transaction: Connection, uploads: PlacedUpload[]): Promise<Map<PlacedUpload, Outcome>> {
  const [{ ownerId, staging }] = uploads as [PlacedUpload]
  const library = { id: uuidv7(), ownerId, name: 'Uploads', importPath: staging.userFolder }
  const { id: libraryId } = await findOrCreateLibrary(transaction, library)
  const place = { ownerId, libraryId }
  const outcomes = await recordNew(transaction, place, uploads)
  for (const upload of uploads) {
    const outcome = outcomes.get(upload) ?? (await recordAlone(transaction, { place, ...upload }).catch(toOutcome))
    outcomes.set(upload, outcome)
    if (outcome instanceof Error) continue
    const isShown = await upload.visit?.add(transaction, outcome.id)
    await upload.share?.settle(transaction, outcome)
    if (!outcome.duplicate) await upload.staging.keep(transaction)
    if (isShown !== undefined) outcomes.set(upload, { ...outcome, isShown })
  }
  return outcomes
}

/** Thrown when the quota is exceeded, before anything is written. */
function toOutcome(error: unknown): Outcome {
  if (error instanceof ProblemError) return error
  throw error
}

/** Records, by the statements of one, those of a single file whose content is new. The others are left out. */
async function recordNew(
  transaction: Connection,
  place: ImportTarget,
  uploads: PlacedUpload[],
): Promise<Map<PlacedUpload, Outcome>> {
  const outcomes = new Map<PlacedUpload, Outcome>()
  const checksums = uploads.map(({ upload: { asset } }) => asset.checksum)
  const known = new Set((await listFilesWith(transaction, place.ownerId, checksums)).map(({ checksum }) => checksum))
  const shares = uploads.flatMap(({ share }) => share?.id ?? [])
  const { quota, used } = await readQuota(transaction, place.ownerId, shares)
  let total = used
  const added = uploads.filter((upload) => {
    const { asset, video, bytes } = upload.upload
    if (video || known.has(asset.checksum)) return false
    known.add(asset.checksum)
    const fits = quota === null || total + bytes <= quota
    if (fits) total += bytes
    else outcomes.set(upload, quotaExceeded({ quota, used: total }))
    return fits
  })
  if (added.length === 0) return outcomes
  const byFile = new Map(added.map((upload) => [upload.upload.asset, upload]))
  const files = [...byFile.keys()]
  const stored = await storeFiles(
    transaction,
    { added: files, updated: [], moved: [], duplicates: [] },
    {
      place,
      described: [],
      returnedIds: [],
      priority: (added[0] as PlacedUpload).priority,
      describe: (file) => toOrigin(byFile.get(file) as PlacedUpload, file),
    },
  )
  const ids = new Map(stored.added.map(({ id, path }) => [path, id]))
  for (const upload of added) {
    const id = ids.get(upload.upload.asset.path)
    if (!id) throw new Error('The path of an upload is its own.')
    outcomes.set(upload, { id, duplicate: false, isRestored: false })
  }
  return outcomes
}
