import type { UploadResult } from '@media-library/contract'
import { v7 as uuidv7 } from 'uuid'
import { restoreDeleted } from '../asset-changes/trash.js'
import { findOrCreateLibrary } from '../assets/library.js'
import { joinLivePhoto } from '../assets/metadata/live-photos-and-stacks.js'
import { beginStoring } from '../assets/metadata/near-uploads.js'
import type { Connection, Database } from '../database/ask.js'
import { failureOf } from '../database/failure.js'
import { inTransaction } from '../database/transaction.js'
import { Prisma } from '../generated/prisma/client.js'
import type { ReadFile } from '../import/read-file.js'
import { decide, type Storing, storeFiles } from '../import/store-files.js'
import { isKept, listFilesWith } from '../import/stored-files.js'
import type { Originals } from '../storage/originals.js'
import type { ReadUpload } from './read-upload.js'
import type { ReceivedForm } from './receive-form.js'
import type { Staging } from './staging.js'
import { quotaExceeded, readQuota } from './upload-room.js'

/** What is told of an upload beside its files. */
type UploadFields = Pick<ReceivedForm['fields'], 'deviceAssetId' | 'deviceId' | 'isFavorite' | 'isArchived'>

/** The asset of an upload. */
export interface StoredUpload {
  id: string
  /** Whether the owner had the content already. Then nothing is stored. */
  duplicate: boolean
  /** Whether that content was in the trash, and has returned. */
  isRestored: boolean
}

/** The upload as an answer tells it. */
export function toUploadResult({ isRestored, ...result }: StoredUpload): UploadResult {
  return { ...result, ...(isRestored && { isRestored }) }
}

/**
 * Moves the files of an upload to their place, and records them. Whatever happens, there is the whole asset afterwards, or
 * nothing that the next start would not remove. Throws `quota_exceeded`.
 */
export async function storeUpload(
  database: Database,
  staging: Staging,
  { ownerId, ...upload }: Omit<Recording, 'place'> & { ownerId: string },
): Promise<StoredUpload> {
  const library = { id: uuidv7(), ownerId, name: 'Uploads', importPath: staging.userFolder }
  const { id: libraryId } = await findOrCreateLibrary(database, library)
  await staging.publish()
  try {
    const stored = await inTransaction(database, async (transaction) => {
      const recorded = await record(transaction, { place: { ownerId, libraryId }, ...upload })
      if (!recorded.duplicate) await staging.keep(transaction)
      return recorded
    })
    if (stored.duplicate) await staging.withdraw()
    return stored
  } catch (error) {
    // Nobody knows whether the database has recorded it.
    if (failureOf(error) === 'lost connection') staging.leave()
    else await staging.withdraw()
    throw error
  }
}

interface Recording {
  place: { ownerId: string; libraryId: string }
  originals: Pick<Originals, 'open'>
  upload: ReadUpload
  fields: UploadFields
  /** Of its jobs. */
  priority?: Storing['priority']
}

async function record(
  transaction: Connection,
  { place, originals, upload: { asset, video, bytes }, fields, priority = 'person' }: Recording,
): Promise<StoredUpload> {
  const { ownerId } = place
  await beginStoring(transaction, [ownerId])
  const all = video ? [asset, video] : [asset]
  const twins = await listFilesWith(
    transaction,
    ownerId,
    all.map(({ checksum }) => checksum),
  )
  let decisions = await decide(all, twins, originals)
  const copyId = decisions.duplicates.find(({ file }) => file === asset)?.id
  if (copyId) {
    const restored = await restoreDeleted(transaction, Prisma.sql`SELECT ${copyId}::uuid`)
    if (restored > 0 || (await isKept(transaction, copyId)))
      return { id: copyId, duplicate: true, isRestored: restored > 0 }
    // It was deleted for good in the meantime.
    decisions = await decide(
      all,
      twins.filter(({ id }) => id !== copyId),
      originals,
    )
  }
  await requireQuota(transaction, ownerId, bytes)
  const describe = (file: ReadFile) => ({
    deviceAssetId: fields.deviceAssetId,
    deviceId: fields.deviceId,
    isExternal: false,
    isFavorite: fields.isFavorite ?? false,
    isArchived: fields.isArchived ?? false,
    uploadedBytes: file === asset ? bytes - (video?.exif.fileSizeInByte ?? 0) : file.exif.fileSizeInByte,
  })
  const stored = await storeFiles(transaction, decisions, {
    place,
    described: [],
    returnedIds: [],
    describe,
    priority,
  })
  const idOf = (file: ReadFile) =>
    [...stored.added, ...stored.moved].find(({ path }) => path === file.path)?.id ??
    decisions.duplicates.find((duplicate) => duplicate.file === file)?.id
  const id = idOf(asset)
  if (!id) throw new Error('The path of an upload is its own.')
  const videoId = video && idOf(video)
  if (videoId) await joinLivePhoto(transaction, { photoId: id, videoId })
  return { id, duplicate: false, isRestored: false }
}

async function requireQuota(transaction: Connection, ownerId: string, bytes: number) {
  const { quota, used } = await readQuota(transaction, ownerId)
  if (quota !== null && used + bytes > quota) throw quotaExceeded({ quota, used })
}
