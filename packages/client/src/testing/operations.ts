import type { Operation } from '../call/routes.js'
import type { AddUsersToAlbum, CreateAlbum, FieldError, RunAssetJobs } from '../types/index.js'
import type { Ask } from './ask.js'
import { albumChanges } from './changes/albums.js'
import { tagChanges } from './changes/tags.js'
import { uploads } from './changes/uploads.js'
import { listenToEvents, tell } from './events.js'
import { downloadOriginal, getAssetThumbnail, serveFile } from './files.js'
import { queuedJob, showAlbum, showAssets } from './library.js'
import { lookUps } from './look-ups.js'
import { Refusal, type Success } from './outcome.js'
import { getAssetJobs, getJobCounts } from './outcomes.js'
import { answerPage, answerVersion, byCapture } from './page.js'
import {
  authorize,
  callback,
  features,
  generateOAuthConfig,
  getAuthDevices,
  logout,
  logoutAuthDevice,
  logoutAuthDevices,
  signInWithCode,
  signInWithKey,
} from './sign-in.js'

/** The rules of each operation, over a request that the contract allows. */
export const operations: { [Name in Operation]: (ask: Ask<never, never>) => Success } = {
  createAlbum,
  addUsersToAlbum,
  getTagAssets,
  runAssetJobs,
  generateOAuthConfig,
  authorize,
  callback,
  signInWithKey,
  signInWithCode,
  logout,
  getAuthDevices,
  logoutAuthDevices,
  logoutAuthDevice,
  features,
  ...lookUps,
  ...uploads,
  ...albumChanges,
  ...tagChanges,
  getAssetJobs,
  getJobCounts,
  getAssetThumbnail,
  serveFile,
  downloadOriginal,
  listenToEvents,
}

function createAlbum(ask: Ask<CreateAlbum>): Success {
  const { library, fixtures, caller, body } = ask
  const { assetIds = [], sharedWithUserIds = [], albumName, description = '' } = body
  requireUsable({ assetIds, sharedWithUserIds }, (property, id) =>
    property === 'assetIds' ? ownAsset(ask, id) : activeUser(ask, id),
  )
  const { id } = fixtures.anAlbum()
  const now = new Date().toISOString()
  library.albums.set(id, {
    id,
    albumName,
    description,
    ownerId: caller.id,
    assetIds: [...new Set(assetIds)],
    sharedUserIds: [...new Set(sharedWithUserIds)].filter((user) => user !== caller.id),
    createdAt: now,
    updatedAt: now,
  })
  const shared = library.albums.get(id)?.sharedUserIds ?? []
  tell(library, [caller.id], { type: 'album.created', albumId: id })
  if (shared.length > 0) tell(library, [caller.id, ...shared], { type: 'album.shared', albumId: id, userIds: shared })
  return answerAlbum(ask, id, 201)
}

function requireUsable(lists: Record<string, string[]>, isUsable: (property: string, id: string) => boolean) {
  const errors: FieldError[] = Object.entries(lists).flatMap(([property, ids]) =>
    ids.flatMap((id, position) => {
      const detail = `There is no ${id} that you may use.`
      return isUsable(property, id) ? [] : [{ pointer: `/${property}/${position}`, code: 'unusable_id', detail }]
    }),
  )
  if (errors.length === 0) return
  const positions = errors.length === 1 ? 'One position holds' : `${errors.length} positions hold`
  throw new Refusal('unusable_ids', `${positions} an id that you may not use. Nothing was written.`, { errors })
}

function ownAsset({ library, caller }: Ask, id: string) {
  const asset = library.assets.get(id)
  return asset?.ownerId === caller.id && !asset.isTrashed
}

function activeUser({ library }: Ask, id: string) {
  return library.users.get(id)?.deletedAt === null
}

function answerAlbum({ library, fixtures, caller, headers }: Ask, id: string, status: number): Success {
  const minimal = /\breturn=minimal\b/.test(headers.get('prefer') ?? '')
  const album = library.albums.get(id)
  if (!album) throw new Refusal('not_found', 'There is no such album.')
  return {
    status,
    headers: minimal ? { 'preference-applied': 'return=minimal' } : {},
    body: showAlbum(library, fixtures, album, { callerId: caller.id, minimal }),
  }
}

function addUsersToAlbum(ask: Ask<AddUsersToAlbum>): Success {
  const { library, caller, id, body } = ask
  const album = library.albums.get(id)
  if (album?.ownerId !== caller.id) {
    if (!album?.sharedUserIds.includes(caller.id)) throw new Refusal('not_found', 'There is no such album.')
    throw new Refusal('forbidden', 'Only the owner of the album may add users to it.')
  }
  requireUsable({ sharedUserIds: body.sharedUserIds }, (_, user) => activeUser(ask, user))
  const known = new Set([...album.sharedUserIds, album.ownerId])
  const added = [...new Set(body.sharedUserIds)].filter((user) => !known.has(user))
  if (added.length > 0) {
    album.sharedUserIds.push(...added)
    album.updatedAt = new Date().toISOString()
    tell(library, [caller.id, ...album.sharedUserIds], { type: 'album.shared', albumId: id, userIds: added })
  }
  return answerAlbum(ask, id, 200)
}

function getTagAssets({ library, caller, id, query, headers }: Ask): Success {
  const tag = library.tags.get(id)
  if (tag?.userId !== caller.id) throw new Refusal('not_found', 'There is no such tag.')
  const assets = showAssets(library, tag.assetIds)
  return answerVersion(answerPage(`/api/tag/${id}/assets`, assets, query, byCapture), headers)
}

function runAssetJobs(ask: Ask<RunAssetJobs>): Success {
  const { library, body } = ask
  requireUsable({ assetIds: body.assetIds }, (_, id) => ownAsset(ask, id))
  for (const assetId of new Set(body.assetIds)) {
    const waits = library.jobs.some((job) => job.assetId === assetId && job.name === body.name)
    if (waits) continue
    const job = { assetId, name: body.name }
    library.jobs.push(job)
    library.records.set(`${assetId}.${job.name}`, queuedJob(job))
  }
  return { status: 204 }
}
