import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@media-library/contract'
import type { AppRoute } from '@ts-rest/core'
import { pino } from 'pino'
import { addUser } from '../../../src/accounts/create-user.js'
import { listInvitations } from '../../../src/accounts/invitations.js'
import { changeUser } from '../../../src/accounts/update-user.js'
import { makeAlbums } from '../../../src/albums/fill-albums.js'
import { claimKey, findKeptAnswer, keepAnswer } from '../../../src/answers/idempotently.js'
import { purge } from '../../../src/asset-changes/purge.js'
import { deleteForGood, restoreDeleted } from '../../../src/asset-changes/trash.js'
import { readShort } from '../../../src/assets/asset-pieces.js'
import { listFacesToDraw, listPhotosOfFaceless } from '../../../src/assets/faces/face-picture.js'
import { writeFileFaces } from '../../../src/assets/faces/file-faces.js'
import { addUnmarkedFaces } from '../../../src/assets/faces/unmarked-faces.js'
import { countOriginals, FIRST, findOriginal, listOriginals, ownedBy } from '../../../src/assets/files/original-row.js'
import { claimWatch, findOrCreateLibrary, forgetMountPoint, writeMountPoints } from '../../../src/assets/library.js'
import { countUndated } from '../../../src/assets/metadata/count-undated.js'
import {
  findEmbeddedTime,
  removeEmbeddedVideos,
  writeEmbeddedVideos,
} from '../../../src/assets/metadata/embedded-video.js'
import { writeFileTags } from '../../../src/assets/metadata/file-tags.js'
import {
  joinLivePhoto,
  pairLivePhotos,
  separateLivePhotos,
} from '../../../src/assets/metadata/live-photos-and-stacks.js'
import { beginStoring, listNearUploads, listUploaders } from '../../../src/assets/metadata/near-uploads.js'
import { lockMetadata } from '../../../src/assets/metadata/stored-metadata.js'
import { sampleAssets } from '../../../src/assets/sample.js'
import { findShown } from '../../../src/assets/shown.js'
import { readConfig } from '../../../src/config/config.js'
import type { PrismaDatabase } from '../../../src/database/connect.js'
import { inTransaction } from '../../../src/database/transaction.js'
import { findPresent, readEvents } from '../../../src/events/event.js'
import { Prisma } from '../../../src/generated/prisma/client.js'
import { readDatabaseState } from '../../../src/http/watch/probes.js'
import { noteMissing } from '../../../src/import/offline.js'
import { noteReturned } from '../../../src/import/store-files.js'
import { addFiles, isKept, listFilesAt, noteSidecars } from '../../../src/import/stored-files.js'
import { findDerived, listDerived } from '../../../src/jobs/derived/derived-asset.js'
import { FIRST_ASSET, tidyBatch } from '../../../src/jobs/maintenance.js'
import { claimAttempts, FIRST_TURN } from '../../../src/jobs/queue/claim-jobs.js'
import { retryFailedJobs } from '../../../src/jobs/queue/enqueue-jobs.js'
import {
  countWorkers,
  listFailedJobs,
  listWarnings,
  summarizeJobs,
  summarizeOpenJobs,
} from '../../../src/jobs/queue/list-jobs.js'
import { beat } from '../../../src/jobs/queue/registered-worker.js'
import { addToLink, addVisited, removeFromLink } from '../../../src/shared-links/link-assets.js'
import { removeOwnLink } from '../../../src/shared-links/remove-shared-link.js'
import { changeOwnLink } from '../../../src/shared-links/update-shared-link.js'
import { addViews } from '../../../src/shared-links/views.js'
import {
  findPasskey,
  listPasskeys,
  removePasskey,
  renamePasskey,
  storePasskey,
  usePasskey,
} from '../../../src/sign-in/passkeys/passkey.js'
import { findPassword, replacePassword } from '../../../src/sign-in/passwords/password.js'
import { addFirstUser, isSetUpCode } from '../../../src/sign-in/passwords/sign-up-admin.js'
import { claimState, findSignInSecret } from '../../../src/sign-in/sign-in-state.js'
import { createSignInCode, takeSignInCode, withdrawInvitation } from '../../../src/sign-in/sign-in-with-code.js'
import { openDerivedFiles, toDerivedKey } from '../../../src/storage/derived-files.js'
import { openOriginals } from '../../../src/storage/originals.js'
import { deleteOwnTag } from '../../../src/tags/delete-tag.js'
import { claimSidecars, endSidecar } from '../../../src/tags/sidecars/due-sidecar.js'
import { assignTag, assignTagByPath } from '../../../src/tags/tag.js'
import { tagOwnAssets, untagOwnAssets } from '../../../src/tags/tag-assets.js'
import { renameOwnTag } from '../../../src/tags/update-tag.js'
import { findAssets } from '../../../src/takeouts/described-asset.js'
import { addEntries, listEntries, toKey } from '../../../src/takeouts/export-entry.js'
import { isMisplaced } from '../../../src/uploads/move/moved-upload.js'
import { listOwnContents } from '../../../src/uploads/own-contents.js'
import { forgetForms, openFormShares, showForms } from '../../../src/uploads/quota/form-shares.js'
import { readQuota } from '../../../src/uploads/quota/quota.js'
import { summarizeQuotas } from '../../../src/uploads/quota/quota-summary.js'
import { beginPartial } from '../../../src/uploads/resumable/begin-partial.js'
import { openFolderBytes } from '../../../src/uploads/resumable/folder-bytes.js'
import { listKnownPartials, notePart, noteStored } from '../../../src/uploads/resumable/partial-row.js'
import { openPartialUploads } from '../../../src/uploads/resumable/partial-uploads.js'
import { removeAssets } from '../../../src/users/removal.js'
import { findSessions, listValidCredentials } from '../../../src/users/session.js'
import { holdCredentials } from '../../../src/users/still-valid.js'
import { listUploadedBytes, setDeletedAt, setDisabled } from '../../../src/users/user.js'
import { send } from '../http/client.js'
import type { TestServer } from '../http/server.js'
import {
  createAlbum,
  createAsset,
  createAssets,
  createJob,
  createKey,
  createPerson,
  createTag,
  createUser,
  type TestUser,
} from './factories.js'
import { query } from './query.js'

/** Runs every statement that returns rows, on a library that has every null of its tables and every other value. */
export async function askEverything(server: TestServer): Promise<void> {
  await callSetUp(server)
  const full = await fillLibrary(server)
  await request(server, full, full.ids)
  await send(server, '/api/user/me', { apiKey: full.friend.apiKey })
  const long = await createAlbum(server.database, full, { assetIds: full.assetIds })
  await send(server, `/api/album/${long.id}`, full)
  // As many as are read at the pace of their reader.
  const albums = Array.from({ length: 1_001 }, () => ({ ownerId: full.friend.id, albumName: 'One of many' }))
  await server.database.album.createMany({ data: albums })
  await send(server, '/api/album', full.friend)
  const bare = await createUser(server.database)
  const asset = await createAsset(server.database, bare)
  await request(server, bare, await createEmpty(server, bare, asset.id))
  const nobody = await createUser(server.database)
  await request(server, nobody, await createEmpty(server, nobody, randomUUID()))
  await callJobs(server, full)
  await callImport(server, full, bare)
  await callLinks(server, full)
  await callSignIn(server, full)
  await callEvents(server, full)
  await callTrash(server, full)
  await removeAssets(server.database, bare.id)
}

type Full = TestUser & { friend: TestUser; assetIds: string[]; ids: Record<string, string> }

/** Creates an album, a tag and a person without assets. */
async function createEmpty(server: TestServer, { id, apiKey }: TestUser, assetId: string) {
  const album = await send(server, '/api/album', { method: 'POST', apiKey, body: { albumName: '' } })
  const tag = await server.database.tag.create({ data: { userId: id, name: 'empty' } })
  const person = await server.database.person.create({ data: { ownerId: id } })
  return { album: album.body.id, tag: tag.id, asset: assetId, person: person.id }
}

/** Creates a user with much of everything, and with things to which nothing belongs. */
async function fillLibrary({ database, databaseUrl }: TestServer): Promise<Full> {
  const avatar = { avatarColor: 'amber', storageLabel: 'full', externalPath: '/external' } as const
  const user = await createUser(database, avatar)
  const friend = await createUser(database)
  const gone = await createUser(database, { deletedAt: new Date() })
  await database.user.create({ data: { email: 'nothing@example.org', name: 'Has nothing' } })
  await createKey(database, user.id, { expiresAt: new Date(0) })
  // More than a short list, so that it is read from a snapshot.
  const assetIds = await createAssets(database, user, 210)
  const photo = await createAsset(database, user, {
    duration: '00:00:01.000',
    thumbhash: randomBytes(8),
    smartInfo: { create: { objects: ['dog'], tags: [] } },
    exif: { create: { fileSizeInByte: 5 } },
  })
  const trashed = await createAsset(database, user, { deletedAt: new Date(), exif: { create: {} } })
  await readShort(
    database,
    Prisma.sql`SELECT id AS asset_id, file_created_at FROM asset WHERE id = ${trashed.id}::uuid`,
    user.id,
  )
  const person = await createPerson(database, user, photo, { birthDate: new Date('1815-12-10') })
  const twin = await createPerson(database, user, photo, { thumbnailPath: 'thumbs/gone.jpeg' })
  await database.person.create({ data: { ownerId: user.id } })
  const [primary, member] = [{ ownerId: user.id, primaryAssetId: photo.id }, { connect: { id: photo.id } }]
  await database.stack.create({ data: { ...primary, assets: member } })
  await database.stack.create({ data: { ...primary, primaryAssetId: trashed.id } })
  await query(databaseUrl, `INSERT INTO smart_info (asset_id) SELECT id FROM asset WHERE id <> $1 LIMIT 1`, [photo.id])
  const tag = await createTag(database, user, { assetIds: [photo.id] })
  const album = await database.album.create({
    data: {
      ownerId: user.id,
      albumName: 'A',
      albumThumbnailAssetId: photo.id,
      assets: { create: { assetId: photo.id } },
      sharedUsers: { create: [{ userId: friend.id }, { userId: gone.id }] },
    },
  })
  const ids = { asset: photo.id, user: user.id, person: person.id, twin: twin.id }
  await database.keptAnswer.create({
    data: { userId: user.id, operation: 'o', key: 'k', digest: randomBytes(32), answer: Prisma.DbNull },
  })
  return { ...user, friend, assetIds, ids: { ...ids, album: album.id, tag: tag.id } }
}

/** Sends each request that reads, in its forms, and those that write. */
async function request(server: TestServer, { apiKey, id }: TestUser, ids: Record<string, string>): Promise<void> {
  const ask = (method: string, path: string, body?: object, headers = {}) =>
    send(server, path, { method, apiKey, headers, ...(body && { body }) })
  const assetIds = [ids['asset'] ?? '']
  for (const key of [{}, { 'idempotency-key': randomUUID() }]) {
    await ask('POST', '/api/album', { albumName: 'B', assetIds, sharedWithUserIds: [id] }, key)
  }
  await ask('POST', '/api/album', { albumName: 'C', sharedWithUserIds: [id] })
  await ask('POST', '/api/album', { albumName: 'D', sharedWithUserIds: [randomUUID()] })
  await ask('PUT', `/api/album/${ids['album']}/users`, { sharedUserIds: [id] })
  await ask('PUT', `/api/album/${ids['album']}/assets`, { ids: assetIds })
  await ask('DELETE', `/api/album/${ids['album']}/assets`, { ids: [randomUUID()] })
  await ask('PATCH', `/api/album/${ids['album']}`, { albumName: 'E' })
  await ask('DELETE', `/api/album/${ids['album']}/user/me`)
  const album = await ask('POST', '/api/album', { albumName: 'F' })
  await ask('DELETE', `/api/album/${album.body.id}`)
  await ask('POST', '/api/auth/key')
  const [device] = (await ask('GET', '/api/auth/devices')).body
  await ask('DELETE', `/api/auth/devices/${device.id}`)
  await ask('DELETE', '/api/auth/devices')
  const frame = await ask('POST', '/api/api-key', { scopes: ['tag.read'], expiresAt: '2099-01-01' })
  await ask('GET', `/api/api-key/${frame.body.apiKey.id}`)
  await ask('PUT', `/api/api-key/${frame.body.apiKey.id}`, { name: 'Frame' })
  await ask('DELETE', `/api/api-key/${frame.body.apiKey.id}`)
  await ask('PATCH', `/api/tag/${ids['tag']}`, { name: 'renamed' })
  await ask('PATCH', `/api/tag/${ids['tag']}`, {})
  await ask('PUT', `/api/tag/${ids['tag']}/assets`, { assetIds })
  const spare = await ask('POST', '/api/tag', { name: 'spare' })
  await ask('DELETE', `/api/tag/${spare.body.id}`)
  await ask('PUT', `/api/asset/${ids['asset']}`, { description: 'D', latitude: 1, longitude: 1 })
  await ask('PUT', '/api/asset', { ids: assetIds, stackParentId: assetIds[0], dateTimeOriginal: '2024-01-01' })
  await ask('PUT', '/api/asset', { ids: assetIds, removeParent: true })
  await ask('PUT', '/api/asset', { ids: [randomUUID()] })
  await ask('POST', '/api/asset/exist', { deviceId: 'phone', deviceAssetIds: ['1'] })
  await ask('POST', '/api/search/metadata', { q: 'renamed' })
  await ask('GET', '/api/search/places')
  await ask('GET', `/api/person/${ids['person']}/thumbnail`)
  await ask('PUT', `/api/person/${ids['person']}`, { birthDate: null, featureFaceAssetId: assetIds[0] })
  await ask('PUT', '/api/person', { people: [{ id: ids['person'], name: 'Grace' }] })
  await ask('GET', `/api/person/${ids['person']}/thumbnail`)
  await ask('POST', `/api/person/${ids['person']}/merge`, { ids: [ids['twin'] ?? randomUUID()] })
  await ask('GET', '/api/search/person?name=g')
  await ask('GET', '/api/asset/random')
  for (let month = 1; month <= 12; month += 1) await ask('GET', `/api/asset/memory-lane?month=${month}&day=1`)
  await ask('POST', '/api/download/info', { assetIds })
  await ask('POST', '/api/download/info', { albumId: ids['album'] })
  await ask('POST', '/api/download/info', { userId: id })
  await ask('POST', '/api/download/archive', { assetIds })
  await ask('DELETE', '/api/asset', { ids: assetIds })
  for (const isTrashed of ['?isTrashed=true&size=MONTH', '?isTrashed=true&size=MONTH&timeBucket=2024-01-01'])
    await ask('GET', `/api/asset/time-bucket${isTrashed}`)
  await ask('GET', `/api/asset/${ids['asset']}`)
  await ask('POST', '/api/trash/restore/assets', { ids: assetIds })
  await ask('DELETE', '/api/asset', { ids: assetIds })
  await ask('POST', '/api/trash/restore')
  await ask('POST', '/api/asset/jobs', { assetIds, name: 'refresh-metadata' })
  for (const route of Object.values(api)) {
    if (route.method !== 'GET' || route.path === api.listenToEvents.path) continue
    const { path } = route
    const at = path.replace(':deviceId', 'phone').replace(':id', ids[path.split('/')[2] ?? ''] ?? assetIds[0] ?? '')
    for (const parameters of listParameters(route)) {
      const { status } = await ask('GET', at + parameters)
      if (status === 500) throw new Error(`${at}${parameters} fails`)
    }
    await send(server, at, { apiKey, headers: { 'if-none-match': '"x"' } })
  }
}

/** The forms of a route that reads: of each page, and of each part of a timeline. */
function listParameters(route: AppRoute): string[] {
  const { shape = {} } = (route.query ?? {}) as { shape?: object }
  return [
    '',
    ...('limit' in shape ? ['?limit=1', '?limit=1000'] : []),
    ...('size' in shape ? ['?size=MONTH', '?size=MONTH&timeBucket=2024-01-01'] : []),
  ]
}

/** Calls what only workers and commands call about jobs. */
async function callJobs({ database }: TestServer, { id, assetIds }: Full): Promise<void> {
  const runner = { name: 'refresh-metadata', workerId: randomUUID() } as const
  await beat(database, { id: runner.workerId, host: 'here' })
  await countWorkers(database)
  await countUndated(database)
  await summarizeJobs(database)
  await summarizeOpenJobs(database, [runner.name])
  const goneJob = { name: runner.name, assetId: randomUUID(), ownerId: id }
  await database.assetJob.create({ data: goneJob })
  await claimAttempts(database, runner, {
    lane: 'short',
    count: 1_000,
    running: [],
    busy: [],
    each: 1_000,
    after: FIRST_TURN,
  })
  await summarizeJobs(database)
  await summarizeOpenJobs(database, [runner.name])
  await sampleAssets(database)
  await listDerived(database, { after: FIRST_ASSET, count: 1_000 })
  await findDerived(database, assetIds)
  await createJob(database, { assetId: assetIds[0] ?? '', name: 'transcode-video', state: 'failed' })
  await summarizeJobs(database)
  await summarizeOpenJobs(database, [runner.name])
  await listFailedJobs(database, null)
  await retryFailedJobs(database, null)
  await listWarnings(database, 1)
  await readDatabaseState(database, ['init'])
}

/** Calls what only imports and commands call about files, tags and people. */
async function callImport({ database }: TestServer, full: Full, bare: TestUser): Promise<void> {
  const { id: ownerId, libraryId, assetIds } = full
  const moment = new Date()
  const file = {
    id: randomUUID(),
    type: 'IMAGE',
    deviceAssetId: 'a.jpg',
    deviceId: 'here',
    isExternal: true,
    isFavorite: false,
    isArchived: false,
    uploadedBytes: null,
    originalPath: '/new/a.jpg',
    originalFileName: 'a.jpg',
    checksum: '00'.repeat(20),
    fileCreatedAt: moment,
    fileModifiedAt: moment,
    localDateTime: moment,
    duration: null,
    exif: { description: null, fileSizeInByte: 1 },
    sidecarVersion: null,
  }
  const folder = { id: randomUUID(), ownerId, name: 'New', importPath: '/new' }
  await findOrCreateLibrary(database, folder)
  await findOrCreateLibrary(database, folder)
  await writeMountPoints(database, libraryId, ['/new/usb'])
  await forgetMountPoint(database, libraryId, '/new/usb')
  await addFiles(database, { ownerId, libraryId }, [file])
  await callExports(database, full)
  await callUploads(database, full)
  await callMotion(database, full)
  const { originalPath } = await database.asset.findUniqueOrThrow({ where: { id: assetIds[0] ?? '' } })
  await listFilesAt(database, ownerId, [file.originalPath, originalPath])
  await noteSidecars(database, [{ id: assetIds[0] ?? '', sidecarVersion: 'a.xmp 1 1' }])
  const box = { boundingBoxX1: 1, boundingBoxX2: 2, boundingBoxY1: 1, boundingBoxY2: 2, imageHeight: 9, imageWidth: 9 }
  const [named, nameless] = [
    { ...box, name: 'Ada' },
    { ...box, name: null },
  ]
  const asset = { id: assetIds[0] ?? '', ownerId }
  await writeFileFaces(database, [{ ...asset, faces: [], marked: [named, nameless] }])
  await addUnmarkedFaces(database, ownerId, [{ assetId: asset.id, name: 'Bob' }])
  await database.asset.update({ where: { id: asset.id }, data: { resized: true } })
  await listFacesToDraw(database, asset.id)
  await listPhotosOfFaceless(database, [asset.id])
  await writeFileTags(database, [{ ...asset, tags: [], keywords: ['sea'], hiddenKeywords: [] }])
  await writeFileTags(database, [{ ...asset, tags: [], keywords: ['sea'], hiddenKeywords: [] }])
  const all = await database.asset.findMany({ where: { ownerId }, select: { id: true } })
  await lockMetadata(
    database,
    all.map(({ id }) => id),
  )
  const tag = await createTag(database, full)
  await assignTag(database, { tagId: tag.id, ownerId, isNoted: true }, [asset.id])
  await assignTag(database, { tagId: tag.id, ownerId: bare.id, isNoted: false }, [asset.id])
  await assignTagByPath(database, { tagId: tag.id, ownerId, isNoted: true }, '/photos')
  await renameOwnTag(database, { id: tag.id, userId: ownerId, isNoted: true }, 'another name')
  await callSidecars(database, full)
  await claimWatch(database, { libraryId, watcherId: randomUUID() })
  for (const isShallow of [true, false])
    await noteMissing(database, [{ ownerId, folder: '/new/', isShallow, isGone: () => true }])
  await noteReturned(database, [file.id])
  await separateLivePhotos(database, ownerId)
}

/** Changes tags as a service does that writes side-cars, and claims what it is to write. */
async function callSidecars(database: TestServer['database'], full: Full) {
  const { id: userId, assetIds } = full
  const tag = await createTag(database, full)
  const input = { tagId: tag.id, callerId: userId, assetIds: assetIds.slice(0, 2), isNoted: true }
  await tagOwnAssets(database, input)
  await untagOwnAssets(database, input)
  await tagOwnAssets(database, input)
  await deleteOwnTag(database, { id: tag.id, userId, isNoted: true })
  await database.asset.updateMany({ where: { id: assetIds[0] ?? '' }, data: { sidecarVersion: null } })
  const [due] = await claimSidecars(database, 10)
  if (due) await endSidecar(database, due, null)
}

/** Notes what was taken from an export, makes an album of it, and finds the asset that it is about. */
async function callExports(database: TestServer['database'], { id: ownerId, ids }: Full) {
  const keys = [toKey('album'), toKey('file')]
  await addEntries(
    database,
    ownerId,
    keys.map((key, position) => ({ key, albumId: position === 0 ? (ids['album'] ?? null) : null })),
  )
  await listEntries(database, ownerId, keys)
  await makeAlbums(database, ownerId, [{ albumName: 'Of an export', description: '' }])
  const assets = await database.asset.findMany({ where: { ownerId } })
  const files = assets.map(({ originalPath }) => ({ originalPath, checksum: '00'.repeat(20) }))
  await inTransaction(database, (transaction) => findAssets(transaction, ownerId, files))
}

/** Records the video inside a photo, and removes it; joins the photos and videos of live photos. */
async function callMotion(database: TestServer['database'], full: Full) {
  const { id: ownerId, libraryId, assetIds } = full
  const photoId = assetIds[1] ?? ''
  const video = {
    id: randomUUID(),
    photoId,
    ownerId,
    libraryId,
    originalPath: '/motion.mp4',
    checksum: '01'.repeat(20),
  }
  await writeEmbeddedVideos(database, [{ ...video, fileModifiedAt: new Date() }])
  await findEmbeddedTime(database, photoId)
  await removeEmbeddedVideos(database, [photoId])
  const exif = { create: { livePhotoCid: 'one shot' } }
  for (const isUploaded of [true, false]) {
    const photo = await createAsset(database, full, { exif })
    const moving = await createAsset(database, full, { exif, type: 'VIDEO' })
    if (isUploaded) await joinLivePhoto(database, { photoId: photo.id, videoId: moving.id })
    else await pairLivePhotos(database, ownerId, [photo.id, moving.id])
    await database.asset.deleteMany({ where: { id: { in: [photo.id, moving.id] } } })
  }
}

/** Calls what uploads ask, for users with a quota and without. */
async function callUploads(database: TestServer['database'], full: Full) {
  const { id, friend } = full
  await database.user.update({ where: { id: friend.id }, data: { quotaBytes: 5 } })
  for (const userId of [id, friend.id]) await readQuota(database, userId)
  await summarizeQuotas(database)
  const asset = await database.asset.findFirstOrThrow({ where: { ownerId: id, type: 'IMAGE' } })
  await listOwnContents(database, id, [Buffer.from(asset.checksum).toString('hex')])
  await database.asset.update({ where: { id: asset.id }, data: { uploadedBytes: 5 } })
  await beginStoring(database, await listUploaders(database, [asset.id]))
  await listNearUploads(database, [asset.id])
  await callOpenUploads(database, full)
  const misplaced = isMisplaced({ ownerId: id, root: '/elsewhere' })
  await countOriginals(database, misplaced)
  await listOriginals(database, ownedBy(id), { after: FIRST, count: 5 })
  await findOriginal(database, id)
}

async function callOpenUploads(database: TestServer['database'], user: TestUser): Promise<void> {
  const { id: credentialId } = await database.apiKey.findFirstOrThrow({ where: { userId: user.id, expiresAt: null } })
  const checksum = '01'.repeat(20)
  const told = { size: 5, metadata: { filename: 'a.jpg' }, stored: null, checksum }
  const begin = () => beginPartial(database, { user, credentialId }, told)
  const { uploadId } = await begin()
  await begin()
  const name = { ownerId: user.id, uploadId }
  const partials = openPartialUploads(database, openFolderBytes('/nonexistent'))
  await notePart(database, name, { start: 0, end: 5 })
  await partials.find(name)
  await listKnownPartials(database, [uploadId])
  await noteStored(database, name, { id: uploadId, duplicate: false, isRestored: false })
  await partials.find(name)
  await database.resumableUpload.update({ where: { id: uploadId }, data: { touchedAt: new Date(0) } })
  await partials.listStale()
  await partials.listStale(name)
  await partials.touch(name)
  await partials.remove(name)
  const shares = openFormShares(database)
  const share = await shares.begin({ ...user, quotaBytes: 5 }, 5)
  await showForms(database, [share.id])
  await forgetForms(database)
  await share.end()
  shares.close()
}

/** Calls what only links call. */
async function callLinks(server: TestServer, full: Full): Promise<void> {
  const { database } = server
  const { id: userId, apiKey, assetIds, ids } = full
  const { body } = await send(server, '/api/shared-link', {
    method: 'POST',
    apiKey,
    body: { type: 'INDIVIDUAL', assetIds: assetIds.slice(0, 2) },
  })
  const { body: albumLink } = await send(server, '/api/shared-link', {
    method: 'POST',
    apiKey,
    body: { type: 'ALBUM', albumId: ids['album'], allowUpload: true },
  })
  for (const path of [`/api/shared-link/${body.id}`, '/api/shared-link', `/api/shared-link/me?key=${body.key}`])
    await send(server, path, { apiKey })
  await addViews(database, [[body.id, 1]])
  const input = { linkId: body.id, userId, assetIds: assetIds.slice(0, 2) }
  await removeFromLink(database, input)
  await addToLink(database, input)
  await findShown(database, body.id, assetIds.slice(0, 2))
  await inTransaction(database, async (transaction) => {
    await holdCredentials(transaction, [albumLink.id])
    for (const albumId of [null, ids['album'] ?? null]) {
      const fresh = await createAsset(database, full)
      await addVisited(transaction, { id: body.id, albumId, userId }, fresh.id)
    }
  })
  await changeOwnLink(database, { id: body.id, userId }, { description: 'changed' })
  for (const { id } of [body, albumLink]) await removeOwnLink(database, { id, userId })
}

/** Calls what only a sign-in, a session or a key calls. */
async function callSignIn(server: TestServer, { id: userId, friend }: Full): Promise<void> {
  const { database } = server
  const request = { userId, operation: 'createAlbum', key: 'k' }
  await claimKey(database, request)
  await keepAnswer(database, request, randomBytes(32), { id: userId })
  await findKeptAnswer(database, request)
  await findKeptAnswer(database, { ...request, operation: 'o' })
  const [session, secretHash, codeHash] = [randomUUID(), new Uint8Array(32), randomBytes(32)]
  await database.session.create({
    data: { id: session, userId, secretHash, userAgent: '', expiresAt: new Date() },
  })
  await findSessions(database, [{ id: session, secretHash }])
  await database.session.update({ where: { id: session }, data: { userId: friend.id } })
  await findSessions(database, [{ id: session, secretHash }])
  await findSignInSecret(database)
  await claimState(database, codeHash)
  await createSignInCode(database, { codeHash, userId })
  await takeSignInCode(database, codeHash)
  await callPeople(database, userId)
}

/** Makes the first account, and removes it. */
async function callSetUp({ database }: TestServer) {
  const [codeHash, id] = [randomBytes(32), randomUUID()]
  await createSignInCode(database, { codeHash, userId: null })
  await isSetUpCode(database, codeHash)
  await addFirstUser(database, codeHash, { id, email: 'first@example.org', name: 'First', hash: 'h' })
  await database.user.delete({ where: { id } })
}

/** Calls what only people who join call. */
async function callPeople(database: PrismaDatabase, userId: string) {
  const codeHash = randomBytes(32)
  const user = await addUser(database, { email: `${randomUUID()}@example.org`, name: 'Joined', hash: 'h' })
  if (!user) throw new Error('The user was not added.')
  await callPasskeys(database, user.id)
  await findPassword(database, user.email)
  await replacePassword(database, { userId: user.id, former: 'h', hash: 'i', kept: null })
  await createSignInCode(database, { codeHash, userId: user.id, isInvitation: true })
  await listInvitations(database)
  await withdrawInvitation(database, user.id)
  await setDeletedAt(database, user.id, true)
  await listUploadedBytes(database)
  await changeUser(database, user.id, { isAdmin: false, hash: null })
  await database.user.delete({ where: { id: user.id } })
  await setDisabled(database, userId, false)
}

async function callPasskeys(database: PrismaDatabase, userId: string) {
  const [credentialId, publicKey, origin] = [randomBytes(16), randomBytes(77), 'https://photos.example.org']
  const passkey = { userId, credentialId, publicKey, origin, name: 'Phone', counter: 0 }
  const stored = await storePasskey(database, passkey)
  await storePasskey(database, passkey)
  const { id = '' } = stored ?? {}
  await listPasskeys(database, userId)
  await findPasskey(database, passkey)
  await usePasskey(database, id, 1)
  await listPasskeys(database, userId)
  await renamePasskey(database, { id, userId, name: 'Old phone' })
  await removePasskey(database, { id, userId })
}

/** Deletes an upload and an imported photo of a person for good, and restores the latter. */
async function callTrash({ database }: TestServer, full: Full) {
  const imported = await createAsset(database, full, { isExternal: true })
  const { id: personId } = await createPerson(database, full, imported)
  const thumbnailPath = `${toDerivedKey('thumbs', imported)}-${personId}.jpeg`
  await database.person.update({ where: { id: personId }, data: { thumbnailPath } })
  const upload = await createAsset(database, full)
  await isKept(database, upload.id)
  const folder = await mkdtemp(join(tmpdir(), 'media-library-trash-'))
  const config = readConfig({ DATA_DIR: folder })
  const [derived, originals] = await Promise.all([openDerivedFiles(config), openOriginals(config)])
  const chosen = Prisma.sql`SELECT unnest(${[imported.id, upload.id]}::uuid[])`
  await inTransaction(database, (transaction) => deleteForGood(transaction, chosen))
  await purge({ config, database, derived, originals, logger: pino({ level: 'silent' }) })
  await inTransaction(database, (transaction) => restoreDeleted(transaction, chosen))
  await rm(folder, { recursive: true })
}

/** Calls what only listeners and workers call. */
async function callEvents({ database, databaseUrl }: TestServer, { apiKey }: Full): Promise<void> {
  const start = { top: 0, open: [] }
  await findPresent(database)
  await readEvents(database, start, { limit: 10_000 })
  await readEvents(database, start, { limit: 1, userId: randomUUID() })
  await readEvents(database, { top: Number.MAX_SAFE_INTEGER, open: [] }, { limit: 1 })
  await query(databaseUrl, `UPDATE event SET at = now() - interval '1 day'`)
  const { searchedTo } = await tidyBatch(database, FIRST_ASSET)
  await tidyBatch(database, searchedTo)
  await query(databaseUrl, `INSERT INTO event (type) VALUES ('album.created')`)
  await listValidCredentials(database, [apiKey.slice(4, 36)], { idleMs: 0, seenMs: 0 })
}
