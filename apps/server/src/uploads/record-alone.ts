import type { UploadFile } from '@media-library/contract'
import { restoreDeleted } from '../asset-changes/trash.js'
import { joinLivePhoto } from '../assets/metadata/live-photos-and-stacks.js'
import type { Connection } from '../database/ask.js'
import { Prisma } from '../generated/prisma/client.js'
import type { ReadFile } from '../import/read-file.js'
import { type AssetOrigin, decide, type Storing, storeFiles } from '../import/store-files.js'
import { type ImportTarget, isKept, listFilesWith } from '../import/stored-files.js'
import type { Originals } from '../storage/originals.js'
import { readQuota, requireFitting } from './quota/quota.js'
import type { ReadUpload } from './read-upload.js'

/** The fields of an upload besides its files. */
type UploadFields = Pick<UploadFile, 'deviceAssetId' | 'deviceId' | 'isFavorite' | 'isArchived'>

/** The asset of an upload. */
export interface StoredUpload {
  id: string
  /** Whether the owner had the content already. Then nothing is stored. */
  duplicate: boolean
  /** Whether that content was in the trash, and was restored. */
  isRestored: boolean
  /** Whether the link of a visitor showed it before; missing for users. */
  isShown?: boolean
}

/** The record of an upload. */
export interface UploadRecord {
  originals: Pick<Originals, 'open'>
  upload: ReadUpload
  fields: UploadFields
  /** The priority of its jobs. */
  priority: Storing['priority']
  /** The bytes that are reserved for it; null when there are none. */
  share: UploadShare | null
  /** The link by which a visitor uploads; users have none. */
  visit?: UploadVisit | null
}

/** The link by which a visitor uploads. */
export interface UploadVisit {
  /** Adds the asset to what the link shows, and returns whether it was there already. Called in the transaction that records the upload. */
  add(transaction: Connection, assetId: string): Promise<boolean>
}

/** The bytes that an open upload reserves of the quota of its user, until it is recorded. */
export interface UploadShare {
  id: string
  /** Releases them. Called in the transaction that records the upload. */
  settle(transaction: Connection, stored: StoredUpload): Promise<void>
}

/** Records an upload in the turn of its owner, or finds the asset that has its content. Throws `quota_exceeded`. */
export async function recordAlone(
  transaction: Connection,
  recording: UploadRecord & { place: ImportTarget },
): Promise<StoredUpload> {
  const { place, originals, upload, priority, share } = recording
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
  requireFitting(await readQuota(transaction, ownerId, share ? [share.id] : []), bytes)
  const stored = await storeFiles(transaction, decisions, {
    place,
    described: [],
    returnedIds: [],
    describe: (file) => toOrigin(recording, file),
    priority,
  })
  const toId = (file: ReadFile) =>
    [...stored.added, ...stored.moved].find(({ path }) => path === file.path)?.id ??
    decisions.duplicates.find((duplicate) => duplicate.file === file)?.id
  const id = toId(asset)
  if (!id) throw new Error('The path of an upload is its own.')
  const videoId = video && toId(video)
  if (videoId) await joinLivePhoto(transaction, { photoId: id, videoId })
  return { id, duplicate: false, isRestored: false }
}

/** Returns the properties of a file of an upload that it does not contain itself. */
export function toOrigin({ fields, upload: { asset, video, bytes } }: UploadRecord, file: ReadFile): AssetOrigin {
  return {
    deviceAssetId: fields.deviceAssetId,
    deviceId: fields.deviceId,
    isExternal: false,
    isFavorite: fields.isFavorite ?? false,
    isArchived: fields.isArchived ?? false,
    uploadedBytes: file === asset ? bytes - (video?.exif.fileSizeInByte ?? 0) : file.exif.fileSizeInByte,
  }
}
