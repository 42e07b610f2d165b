import type {
  Asset,
  BulkUploadResult,
  CheckBulkUpload,
  UploadFile,
  UploadResult,
} from '@media-library/contract/schemas'
import { hashSha1 } from '../../uploads/sha1.js'
import { toJsonResponse } from '../answer.js'
import { type Ask, Refusal } from '../ask.js'
import { sendEvent } from '../store.js'
import { restore } from './assets.js'
import { queueJob } from './jobs.js'

export const uploads = {
  async uploadFile(ask: Ask<UploadFile>) {
    const { store, caller, headers, body, file } = ask
    const announced = headers.get('x-immich-checksum')
    const known = announced === null ? undefined : findCopy(ask, announced)
    if (known) return toDuplicate(ask, known)
    if (!file) throw new Refusal('invalid_request', '/assetData is missing.')
    const checksum = toBase64(await hashSha1(file))
    if (announced !== null && toBase64(announced) !== checksum) {
      throw new Refusal('invalid_request', 'The header x-immich-checksum is not the SHA-1 of the content that arrived.')
    }
    const copy = findCopy(ask, checksum)
    if (copy) return toDuplicate(ask, copy)
    if (isOther(file.name)) throw new Refusal('not_media')
    const type = toType(file.name)
    const asset = store.fixtures.anAsset({
      ownerId: caller.id,
      type,
      checksum,
      originalFileName: file.name,
      deviceAssetId: body.deviceAssetId,
      deviceId: body.deviceId,
      fileCreatedAt: new Date(body.fileCreatedAt).toISOString(),
      fileModifiedAt: new Date(body.fileModifiedAt).toISOString(),
      isFavorite: body.isFavorite ?? false,
      isArchived: body.isArchived ?? false,
    })
    store.assets.set(asset.id, asset)
    const content = new Uint8Array(await file.arrayBuffer())
    store.files.set(`${asset.id}.original`, { content, type: file.type || 'application/octet-stream' })
    for (const name of jobsByType[type]) queueJob(store, { assetId: asset.id, name })
    sendEvent(store, [caller.id], { type: 'asset.added', assetId: asset.id })
    return toJsonResponse({ id: asset.id, duplicate: false }, 201)
  },

  checkBulkUpload(ask: Ask<CheckBulkUpload>) {
    const results = ask.body.assets.map(({ id, checksum }): BulkUploadResult => {
      const copy = findCopy(ask, checksum)
      if (copy && !copy.isTrashed) return { id, action: 'reject', reason: 'duplicate', assetId: copy.id }
      return isOther(id) ? { id, action: 'reject', reason: 'unsupported-format' } : { id, action: 'accept' }
    })
    return { results }
  },
}

const pictures = ['refresh-metadata', 'regenerate-thumbnail'] as const
const jobsByType = { IMAGE: pictures, VIDEO: [...pictures, 'transcode-video'], AUDIO: ['refresh-metadata'] } as const

/** Answers that the caller has the content already. An upload restores an asset that is in the trash. */
function toDuplicate(ask: Ask<UploadFile>, { id, isTrashed }: Asset): UploadResult {
  restore(ask, [id])
  return { id, duplicate: true, ...(isTrashed && { isRestored: true }) }
}

function findCopy({ store, caller }: Ask, checksum: string): Asset | undefined {
  const wanted = toBase64(checksum)
  return [...store.assets.values()].find((asset) => asset.ownerId === caller.id && asset.checksum === wanted)
}

/** Converts a SHA-1 from base64 or hexadecimal to the base64 of assets. */
function toBase64(sha1: string): string {
  if (sha1.length !== 40) return sha1
  return btoa(sha1.replaceAll(/../g, (byte) => String.fromCharCode(Number.parseInt(byte, 16))))
}

/** Returns whether a name is not that of a photo, video or sound. The fake service knows files only by their names. */
export function isOther(name: string): boolean {
  return /\.(txt|md|pdf|zip|html?|js|json|csv|docx?|xlsx?)$/i.test(name)
}

function toType(name: string): 'VIDEO' | 'AUDIO' | 'IMAGE' {
  if (/\.(mp4|m4v|mov|avi|mkv|webm|mts)$/i.test(name)) return 'VIDEO'
  return /\.(mp3|m4a|aac|flac|wav|ogg|opus)$/i.test(name) ? 'AUDIO' : 'IMAGE'
}
