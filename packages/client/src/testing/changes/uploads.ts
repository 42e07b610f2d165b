import type { Asset, BulkUploadResult, CheckBulkUpload, UploadFile } from '../../types/index.js'
import { sha1Of } from '../../uploads/sha1.js'
import type { Ask } from '../ask.js'
import { tell } from '../events.js'
import { type Library, queuedJob } from '../library.js'
import { Refusal } from '../outcome.js'

/** The file of a form. */
interface Sent {
  name: string
  /** The SHA-1 in hexadecimal. */
  checksum: string
  content: Uint8Array<ArrayBuffer>
  type: string
}

/** The file of each request that has one, by the request's headers. */
const sentFiles = new WeakMap<Headers, Sent>()

/** Reads a form as the contract describes it: a file is its name. */
export async function readForm(request: Request): Promise<unknown> {
  const form = await request.formData().catch((error: Error) => {
    throw new Refusal('malformed_form', `The form cannot be read: ${error.message}`)
  })
  const file = form.get('assetData')
  if (file instanceof File) {
    const content = new Uint8Array(await file.arrayBuffer())
    sentFiles.set(request.headers, { name: file.name, checksum: await sha1Of(file), content, type: file.type })
  }
  return Object.fromEntries([...form].map(([name, value]) => [name, typeof value === 'string' ? value : value.name]))
}

/** The rules of uploads. */
export const uploads = {
  uploadFile: (ask: Ask<UploadFile>) => {
    const { library, fixtures, caller, headers, body } = ask
    const given = headers.get('x-immich-checksum')
    const known = given === null ? undefined : findCopy(library, caller.id, toHex(given))
    if (known) return { status: 200, body: { id: known.id, duplicate: true } }
    const sent = sentFiles.get(headers)
    if (!sent) throw new Refusal('invalid_request', '/assetData is missing.')
    const { name, checksum, content, type } = sent
    if (given !== null && toHex(given) !== checksum) {
      const detail = `is not the SHA-1 of the content that arrived, ${checksum}`
      const errors = [{ pointer: '/header/x-immich-checksum', code: 'invalid_value', detail }]
      throw new Refusal('invalid_request', `The header x-immich-checksum ${detail}. Nothing was stored.`, { errors })
    }
    const copy = findCopy(library, caller.id, checksum)
    if (copy) return { status: 200, body: { id: copy.id, duplicate: true } }
    const kind = kindOf(name)
    if (!kind) throw new Refusal('not_media', 'Its content is not that of a photo, video or sound file.')
    const asset = fixtures.anAsset({
      ownerId: caller.id,
      type: kind,
      checksum: btoa(String.fromCharCode(...bytesOf(checksum))),
      originalFileName: name,
      deviceAssetId: body.deviceAssetId,
      deviceId: body.deviceId,
      fileCreatedAt: new Date(body.fileCreatedAt).toISOString(),
      fileModifiedAt: new Date(body.fileModifiedAt).toISOString(),
      isFavorite: body.isFavorite ?? false,
      isArchived: body.isArchived ?? false,
    })
    library.assets.set(asset.id, asset)
    library.files.set(`${asset.id}.original`, { kind: 'original', content, type: type || 'application/octet-stream' })
    for (const job of jobsOf(kind)) {
      library.jobs.push({ assetId: asset.id, name: job })
      library.records.set(`${asset.id}.${job}`, queuedJob({ assetId: asset.id, name: job }))
    }
    tell(library, [caller.id], { type: 'asset.added', assetId: asset.id })
    return { status: 201, body: { id: asset.id, duplicate: false } }
  },
  checkBulkUpload: ({ library, caller, body }: Ask<CheckBulkUpload>) => {
    const results = body.assets.map(({ id, checksum }): BulkUploadResult => {
      const copy = findCopy(library, caller.id, toHex(checksum))
      if (copy) return { id, action: 'reject', reason: 'duplicate', assetId: copy.id }
      return isOther(id) ? { id, action: 'reject', reason: 'unsupported-format' } : { id, action: 'accept' }
    })
    return { status: 200, body: { results } }
  },
}

function findCopy({ assets }: Library, ownerId: string, checksum: string): Asset | undefined {
  return [...assets.values()].find((asset) => asset.ownerId === ownerId && toHex(asset.checksum) === checksum)
}

function toHex(checksum: string): string {
  if (checksum.length === 40) return checksum.toLowerCase()
  return [...atob(checksum)].map((byte) => byte.charCodeAt(0).toString(16).padStart(2, '0')).join('')
}

function bytesOf(hex: string): number[] {
  return (hex.match(/../g) ?? []).map((byte) => Number.parseInt(byte, 16))
}

/** The fake service knows files by their names alone. */
function kindOf(name: string): Asset['type'] | null {
  if (isOther(name)) return null
  if (/\.(mp4|m4v|mov|avi|mkv|webm|mts)$/i.test(name)) return 'VIDEO'
  return /\.(mp3|m4a|aac|flac|wav|ogg|opus)$/i.test(name) ? 'AUDIO' : 'IMAGE'
}

function isOther(name: string) {
  return /\.(txt|md|pdf|zip|html?|js|json|csv|docx?|xlsx?)$/i.test(name)
}

function jobsOf(kind: Asset['type']) {
  const video = kind === 'VIDEO' ? (['transcode-video'] as const) : []
  return kind === 'AUDIO'
    ? (['refresh-metadata'] as const)
    : (['refresh-metadata', 'regenerate-thumbnail', ...video] as const)
}
