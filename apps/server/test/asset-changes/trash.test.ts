import { access, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { purge } from '../../src/asset-changes/purge.js'
import { readConfig } from '../../src/config/config.js'
import { createLogger } from '../../src/logger.js'
import { openDerivedFiles } from '../../src/storage/derived-files.js'
import { openOriginals } from '../../src/storage/originals.js'
import { makeJpeg } from '../fixtures/photo.js'
import { makeVideo } from '../fixtures/video.js'
import {
  createAlbum,
  createAsset,
  createAssets,
  createTag,
  createUser,
  type TestUser,
} from '../support/database/factories.js'
import { asProgram, catchProblem } from '../support/http/as-program.js'
import { listenTo } from '../support/http/event-reader.js'
import { load, openFileLibrary } from '../support/http/file-library.js'
import { until } from '../support/until.js'
import { filesIn, makeFile, toSha1, upload } from '../support/uploads/upload.js'

const { server, dataDir, addFile, addDerived } = await openFileLibrary()
const { database } = server
const folder = join(dataDir, 'upload')
const clip = join(dataDir, 'clip.mov')
await mkdir(dataDir, { recursive: true })
await makeVideo(clip, { seconds: 1 })
const month = { size: 'MONTH' } as const

async function createHeld() {
  const [ada, ben] = [await createUser(database), await createUser(database)]
  const asset = await createAsset(database, ada)
  const other = await createAsset(database, ada)
  const album = await createAlbum(database, ada, { assetIds: [asset.id, other.id], sharedWith: [ben] })
  await database.album.update({ where: { id: album.id }, data: { albumThumbnailAssetId: asset.id } })
  const tag = await createTag(database, ada, { assetIds: [asset.id] })
  return { ada, ben, asset, other, album, tag }
}

async function uploaded(user: TestUser, content?: Buffer, video?: Buffer) {
  const parts = {
    assetData: makeFile(content ?? (await makeJpeg())),
    ...(video && { livePhotoData: makeFile(video, 'IMG_0001.mov') }),
  }
  const { body } = await upload(server, user, parts)
  return database.asset.findUniqueOrThrow({ where: { id: body.id } })
}

async function purgeNow(beforeRemoval = async (_path: string) => {}) {
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' })
  const [derived, originals] = await Promise.all([openDerivedFiles(config), openOriginals(config)])
  const remove = (path: string) => beforeRemoval(path).then(() => originals.remove(path))
  await purge({ config, database, derived, originals: { ...originals, remove }, logger: createLogger(config) })
}

const isGone = (path: string) =>
  access(path).then(
    () => false,
    () => true,
  )

describe('what is in the trash', () => {
  test('leaves every list, count, album and tag at once (TR1)', async () => {
    const { ada, ben, asset, other, album, tag } = await createHeld()
    const client = asProgram(server, ada)

    await client.deleteAssets({ ids: [asset.id] })

    expect((await client.getAllAssets()).items.map(({ id }) => id)).toEqual([other.id])
    expect((await client.getTagAssets(tag.id)).items).toEqual([])
    expect(await client.getAssetStatistics()).toMatchObject({ total: 1 })
    expect(await client.getTimeBuckets(month)).toMatchObject([{ count: 1 }])
    expect((await client.getAllAlbums({ assetId: asset.id })).items).toEqual([])
    for (const user of [ada, ben]) {
      const seen = await asProgram(server, user).getAlbumInfo(album.id)
      expect(seen).toMatchObject({ assetCount: 1, albumThumbnailAssetId: other.id, assets: [{ id: other.id }] })
    }
  })

  test('returns to where it was, one by one or all at once (TR2)', async () => {
    const { ada, asset, other, album, tag } = await createHeld()
    const client = asProgram(server, ada)
    const before = await client.getAlbumInfo(album.id)
    const restores = [() => client.restoreAssets({ ids: [asset.id, other.id] }), () => client.restoreTrash()]

    for (const restore of restores) {
      await client.deleteAssets({ ids: [asset.id, other.id] })
      expect(await client.getAlbumInfo(album.id)).toMatchObject({ assetCount: 0, albumThumbnailAssetId: null })
      await restore()

      const { assets, albumThumbnailAssetId } = await client.getAlbumInfo(album.id)
      expect(assets.map(({ id }) => id)).toEqual(before.assets.map(({ id }) => id))
      expect(albumThumbnailAssetId).toBe(asset.id)
      expect((await client.getTagAssets(tag.id)).items).toMatchObject([{ id: asset.id, isTrashed: false }])
    }
  })

  test('nothing is moved, restored or deleted unless all of the ids are the caller’s (TR3)', async () => {
    const { ada, ben, asset, other } = await createHeld()
    const client = asProgram(server, ben)
    const own = await createAsset(database, ben)
    const ids = [own.id, asset.id]

    const calls = [
      () => client.deleteAssets({ ids }),
      () => client.deleteAssets({ ids, force: true }),
      () => client.restoreAssets({ ids }),
    ]
    for (const call of calls)
      expect(await catchProblem(call())).toMatchObject({
        code: 'unusable_ids',
        errors: [{ pointer: '/ids/1' }],
        errorCount: 1,
      })
    await client.restoreTrash()
    await client.emptyTrash()

    expect(await client.getAssetInfo(own.id)).toMatchObject({ isTrashed: false })
    expect((await asProgram(server, ada).getAllAssets()).items).toHaveLength([asset, other].length)
  })

  test('its coming and going is told to its owner, and to who sees an album with it (TR4)', async () => {
    const { ada, ben, asset, album } = await createHeld()
    const [adas, bens] = [await listenTo(server, ada), await listenTo(server, ben)]
    const client = asProgram(server, ada)
    const assetId = asset.id
    const albumId = album.id

    await client.deleteAssets({ ids: [assetId] })
    await client.restoreAssets({ ids: [assetId] })
    await client.deleteAssets({ ids: [assetId], force: true })

    await adas.wait(6)
    expect(adas.events.filter(({ type }) => type.startsWith('asset'))).toMatchObject([
      { type: 'asset.trashed', assetId },
      { type: 'asset.restored', assetId },
      { type: 'asset.deleted', assetId },
    ])
    await bens.wait(3)
    expect(bens.events).toMatchObject(Array(3).fill({ type: 'album.updated', albumId }))
  })
})

describe('what is deleted for good', () => {
  const ways: [string, (user: TestUser, id: string) => Promise<void>][] = [
    ['by force', async (user, id) => void (await asProgram(server, user).deleteAssets({ ids: [id], force: true }))],
    [
      'by emptying the trash',
      async (user, id) => {
        await asProgram(server, user).deleteAssets({ ids: [id] })
        await asProgram(server, user).emptyTrash()
      },
    ],
    [
      'after TRASH_DAYS',
      async (user, id) => {
        await asProgram(server, user).deleteAssets({ ids: [id] })
        const deletedAt = new Date(Date.now() - 31 * 86_400_000)
        await database.asset.update({ where: { id }, data: { deletedAt } })
        await purgeNow()
      },
    ],
  ]

  test.each(ways)('an upload goes %s, with its files, and its bytes count no more (TR5)', async (_, deleteForGood) => {
    const ada = await createUser(database)
    const asset = await uploaded(ada, await makeJpeg(), await readFile(clip))
    const half = await database.asset.findUniqueOrThrow({ where: { id: asset.livePhotoVideoId as string } })
    const derived = [
      await addDerived(asset, 'webp', Buffer.from('webp')),
      await addDerived(half, 'mp4', Buffer.from('mp4')),
    ]

    await deleteForGood(ada, asset.id)

    await until(async () => (await filesIn(join(folder, ada.id))).length === 0)
    for (const path of derived) await until(() => isGone(path))
    expect(await database.asset.count({ where: { ownerId: ada.id } })).toBe(0)
    for (const path of [`/asset/thumbnail/${asset.id}`, `/asset/file/${half.id}`])
      expect(await load(server, path, ada)).toMatchObject({ status: 404, code: 'not_found' })
  })

  test('a clock that is set ten years ahead does not empty the trash (TR5)', async () => {
    const ada = await createUser(database)
    const asset = await uploaded(ada)
    await asProgram(server, ada).deleteAssets({ ids: [asset.id] })
    await purgeNow()
    // As the database sees all that it knows once its clock is ahead.
    const then = new Date(Date.now() - 3_650 * 86_400_000)
    await database.asset.update({ where: { id: asset.id }, data: { deletedAt: then } })
    await database.trashClock.updateMany({ data: { time: then, checkedAt: then } })

    await purgeNow()
    await purgeNow()

    expect(await database.asset.count({ where: { id: asset.id, removedAt: null } })).toBe(1)
    await database.trashClock.deleteMany()
  })

  test('the files go after the job that may be writing them (TR5)', async () => {
    const ada = await createUser(database)
    const asset = await uploaded(ada)
    const thumbnail = await addDerived(asset, 'webp', Buffer.from('webp'))
    const job = { assetId: asset.id, name: 'regenerate-thumbnail' }
    await database.assetJob.updateMany({ where: job, data: { state: 'running', workerId: crypto.randomUUID() } })

    await asProgram(server, ada).deleteAssets({ ids: [asset.id], force: true })
    await purgeNow()
    expect([await isGone(thumbnail), await isGone(asset.originalPath)]).toEqual([false, false])

    await database.assetJob.updateMany({ where: job, data: { state: 'skipped', workerId: null } })
    await purgeNow()
    // The server may have begun to remove them before.
    for (const path of [thumbnail, asset.originalPath]) await until(() => isGone(path))
  })

  test('a store that is too slow for a transaction does not have the files of earlier assets removed again (TR5)', async () => {
    const ada = await createUser(database)
    const [first = '', second = ''] = ['a.jpg', 'b.jpg'].map((name) => join(folder, ada.id, name))
    for (const originalPath of [first, second])
      await database.fileRemoval.create({ data: { assetId: uuidv7(), ownerId: ada.id, originalPath } })

    await purgeNow(async (path) => {
      if (path !== second) return
      // What the database does after ten seconds.
      await database.$executeRaw`
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND state = 'idle in transaction'`
    })

    const left = await database.fileRemoval.findMany({ where: { ownerId: ada.id } })
    expect(left.map(({ originalPath }) => originalPath)).toEqual([second])
  })

  test('an imported file is never touched, and its asset is hidden (TR5)', async () => {
    const ada = await createUser(database)
    const client = asProgram(server, ada)
    const asset = await addFile(ada, await makeJpeg(), { isExternal: true })
    const thumbnail = await addDerived(asset, 'webp', Buffer.from('webp'))

    await client.deleteAssets({ ids: [asset.id], force: true })

    await until(() => isGone(thumbnail))
    expect(await isGone(asset.originalPath)).toBe(false)
    expect(await catchProblem(client.getAssetInfo(asset.id))).toMatchObject({ code: 'not_found' })
    expect(await load(server, `/download/asset/${asset.id}`, ada)).toMatchObject({ code: 'not_found' })
    expect(await client.getAssetStatistics({ isTrashed: true })).toMatchObject({ total: 0 })
    await client.restoreTrash()
    expect(await catchProblem(client.restoreAssets({ ids: [asset.id] }))).toMatchObject({ code: 'unusable_ids' })
  })

  test('a folder of another file of the same upload stays (TR5)', async () => {
    const ada = await createUser(database)
    const asset = await uploaded(ada)
    const kept = join(dirname(asset.originalPath), 'kept.jpg')
    await database.asset.create({
      data: { ...asset, id: crypto.randomUUID(), originalPath: kept, checksum: Buffer.alloc(20) },
    })
    await writeFile(kept, 'kept')

    await asProgram(server, ada).deleteAssets({ ids: [asset.id], force: true })

    await until(() => isGone(asset.originalPath))
    expect(await isGone(kept)).toBe(false)
  })
})

describe('an upload of what is in the trash (TR6)', () => {
  test('brings it back, and says so, with the whole body or without', async () => {
    const ada = await createUser(database)
    const client = asProgram(server, ada)
    const content = await makeJpeg()
    const { id } = await uploaded(ada, content)

    for (const headers of [{}, { 'x-immich-checksum': toSha1(content) }]) {
      await client.deleteAssets({ ids: [id] })
      const assets = [{ id: 'a.jpg', checksum: toSha1(content) }]
      expect(await client.checkBulkUpload({ assets })).toMatchObject({ results: [{ action: 'accept' }] })

      const { status, body } = await upload(server, ada, { assetData: makeFile(content) }, { headers })

      expect([status, body]).toEqual([200, { id, duplicate: true, isRestored: true }])
      expect(await client.getAssetInfo(id)).toMatchObject({ isTrashed: false })
    }
  })

  test('brings an imported file back that was deleted for good, with its jobs', async () => {
    const ada = await createUser(database)
    const content = await makeJpeg()
    const asset = await addFile(ada, content, { isExternal: true })
    await database.exif.create({ data: { assetId: asset.id, fileSizeInByte: content.length } })
    await asProgram(server, ada).deleteAssets({ ids: [asset.id], force: true })

    const { body } = await upload(server, ada, { assetData: makeFile(content) })

    expect(body).toEqual({ id: asset.id, duplicate: true, isRestored: true })
    expect(await asProgram(server, ada).getAssetInfo(asset.id)).toMatchObject({ isTrashed: false })
    expect(await database.assetJob.count({ where: { assetId: asset.id, state: 'queued' } })).toBe(2)
  })

  test('is a new asset when the old one is deleted for good', async () => {
    const ada = await createUser(database)
    const content = await makeJpeg()
    const { id } = await uploaded(ada, content)
    await asProgram(server, ada).deleteAssets({ ids: [id], force: true })

    const { status, body } = await upload(server, ada, { assetData: makeFile(content) })

    expect([status, body.duplicate, body.id === id]).toEqual([201, false, false])
  })
})

describe('races', () => {
  test('restoring and emptying at once: each asset is restored whole, or gone whole (TR7)', async () => {
    const ada = await createUser(database)
    const client = asProgram(server, ada)
    const ids = await createAssets(database, ada, 300)
    await client.deleteAssets({ ids })

    await Promise.all([client.emptyTrash(), client.restoreTrash(), client.emptyTrash()])

    const left = (await client.getAllAssets()).items.map(({ id }) => id)
    expect(await database.asset.count({ where: { ownerId: ada.id, removedAt: null } })).toBe(left.length)
    await untilPurged(client, async () => (await database.asset.count({ where: { ownerId: ada.id } })) === left.length)
    const texts = await database.assetText.count({ where: { assetId: { in: ids } } })
    expect(texts).toBe(left.length)
  })

  test('many uploads of a content while it is deleted: one asset in the end (TR7)', async () => {
    const ada = await createUser(database)
    const client = asProgram(server, ada)
    const content = await makeJpeg()
    const { id } = await uploaded(ada, content)

    await Promise.all([
      client.deleteAssets({ ids: [id], force: true }),
      ...Array.from({ length: 5 }, () => upload(server, ada, { assetData: makeFile(content) })),
    ])
    await upload(server, ada, { assetData: makeFile(content) })

    await untilPurged(client, async () => (await filesIn(join(folder, ada.id))).length === 1)
    expect(await database.asset.count({ where: { ownerId: ada.id } })).toBe(1)
    const [asset] = (await client.getAllAssets()).items
    expect(await load(server, `/download/asset/${asset?.id}`, ada)).toMatchObject({ status: 200, bytes: content })
  })
})

/** Purges as the service does each minute, until something is true: a row that another statement holds is left for the next time. */
function untilPurged({ emptyTrash }: Pick<ReturnType<typeof asProgram>, 'emptyTrash'>, isDone: () => Promise<boolean>) {
  return until(async () => {
    await emptyTrash()
    return isDone()
  })
}
