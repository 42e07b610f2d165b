import { restoreDeleted } from '../asset-changes/trash.js'
import { joinLivePhoto } from '../assets/metadata/live-photos-and-stacks.js'
import type { Connection } from '../database/ask.js'
import { Prisma } from '../generated/prisma/client.js'
import type { ReadFile } from '../import/read-file.js'
import { type AssetOrigin, decide, type Storing, storeFiles } from '../import/store-files.js'
import { type ImportTarget, isKept, listFilesWith } from '../import/stored-files.js'
import type { Originals } from '../storage/originals.js'
import type { ReadUpload } from './read-upload.js'
import type { ReceivedForm } from './receive-form.js'
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

/** What is recorded of an upload. */
export interface UploadRecord {
  originals: Pick<Originals, 'open'>
  upload: ReadUpload
  fields: UploadFields
  /** Of its jobs. */
  priority: Storing['priority']
}

/** Records an upload in the turn of its owner, or finds the asset that has its content. Throws `quota_exceeded`. */
export async function recordAlone(
  transaction: Connection,
  recording: UploadRecord & { place: ImportTarget },
): Promise<StoredUpload> {
  const { place, originals, upload, priority } = recording
  const { asset, video, bytes } = upload
  const { ownerId } = place
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
  const stored = await storeFiles(transaction, decisions, {
    place,
    described: [],
    returnedIds: [],
    describe: (file) => originOf(recording, file),
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

/** What a file of an upload is beside what the file tells. */
export function originOf({ fields, upload: { asset, video, bytes } }: UploadRecord, file: ReadFile): AssetOrigin {
  return {
    deviceAssetId: fields.deviceAssetId,
    deviceId: fields.deviceId,
    isExternal: false,
    isFavorite: fields.isFavorite ?? false,
    isArchived: fields.isArchived ?? false,
    uploadedBytes: file === asset ? bytes - (video?.exif.fileSizeInByte ?? 0) : file.exif.fileSizeInByte,
  }
}

async function requireQuota(transaction: Connection, ownerId: string, bytes: number) {
  const { quota, used } = await readQuota(transaction, ownerId)
  if (quota !== null && used + bytes > quota) throw quotaExceeded({ quota, used })
}
