import { mkdtemp, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import type { Asset } from '../../src/generated/prisma/client.js'
import { regenerateThumbnail } from '../../src/jobs/worker/regenerate-thumbnail.js'
import { openDerivedFiles } from '../../src/storage/derived-files.js'
import { drawQuarters, readQuarters, upright } from '../fixtures/picture.js'
import { makeQuartersVideo } from '../fixtures/quarters-video.js'
import { createAsset, createUser } from '../support/database/factories.js'
import { openJobContext } from '../support/jobs/job-context.js'
import { toJobAsset } from '../support/jobs/open-file.js'

const folder = await mkdtemp(join(tmpdir(), 'media-library-regenerate-'))
const context = { ...(await openJobContext()), derived: await openDerivedFiles({ dataDir: folder, bucket: null }) }
const { database } = context
const owner = await createUser(database)

afterAll(() => rm(folder, { recursive: true }))

function regenerate(asset: Asset) {
  return regenerateThumbnail(context, toJobAsset(asset))
}

function toPath({ id, ownerId }: Asset) {
  return join(folder, 'thumbs', ownerId, id.slice(-4, -2), id.slice(-2), id)
}
function find({ id }: Asset) {
  return database.asset.findUniqueOrThrow({ where: { id } })
}

async function createPhoto(name: string) {
  const originalPath = join(folder, name)
  await (await drawQuarters(600, 400)).toFile(originalPath)
  return createAsset(database, owner, { originalPath })
}

test('makes the preview and the thumbnail of a photo, and records it (J6)', async () => {
  const asset = await createPhoto('photo.jpg')

  const outcome = await regenerate(asset)

  expect(outcome).toEqual({ state: 'succeeded' })
  expect(await readQuarters(`${toPath(asset)}.jpeg`)).toEqual(upright)
  expect((await sharp(`${toPath(asset)}.webp`).metadata()).format).toBe('webp')
  const noted = await find(asset)
  expect(noted.resized).toBe(true)
  expect(noted.thumbhash?.length).toBeGreaterThan(5)
  expect(noted.updatedAt.getTime()).toBeGreaterThan(asset.updatedAt.getTime())
})

test('makes them of a video', async () => {
  const originalPath = join(folder, 'video.mp4')
  await makeQuartersVideo(originalPath)
  const asset = await createAsset(database, owner, { type: 'VIDEO', originalPath })

  await regenerate(asset)

  expect(await readQuarters(`${toPath(asset)}.webp`)).toEqual(upright)
})

test('makes the same files again, and removes what a killed attempt left (J6)', async () => {
  const asset = await createPhoto('twice.jpg')
  await regenerate(asset)
  const { thumbhash } = await find(asset)
  await writeFile(`${toPath(asset)}.jpeg.123.partial`, 'half')

  await regenerate(asset)

  expect((await find(asset)).thumbhash).toEqual(thumbhash)
  expect(await readdir(join(toPath(asset), '..'))).toEqual([`${asset.id}.jpeg`, `${asset.id}.webp`])
})

test('keeps the existing files when the photo has become unreadable', async () => {
  const asset = await createPhoto('breaks.jpg')
  await regenerate(asset)
  await writeFile(asset.originalPath, 'no photo')

  await expect(regenerate(asset)).rejects.toThrow(/^its content has an unsupported format; export it as JPEG/)

  expect(await readQuarters(`${toPath(asset)}.jpeg`)).toEqual(upright)
  expect((await find(asset)).resized).toBe(true)
})

test('draws what is there of a photo that was cut short, and warns (J7)', async () => {
  const asset = await createPhoto('cut.jpg')
  await truncate(asset.originalPath, Math.floor((await stat(asset.originalPath)).size * 0.7))

  const outcome = await regenerate(asset)

  expect(outcome).toEqual({ state: 'succeeded', reason: expect.stringMatching(/^the file is damaged.+copy it again/) })
  expect((await readQuarters(`${toPath(asset)}.webp`)).slice(0, 2)).toEqual(upright.slice(0, 2))
  expect(await find(asset)).toMatchObject({ resized: true })
})

test.each(['AUDIO', 'OTHER'] as const)('skips an asset of type %s', async (type) => {
  const asset = await createAsset(database, owner, { type })

  expect(await regenerate(asset)).toEqual({ state: 'skipped', reason: expect.any(String) })
  expect(await find(asset)).toMatchObject({ resized: false, updatedAt: asset.updatedAt })
})

test('skips an asset that was deleted in the meantime', async () => {
  const asset = await createPhoto('deleted.jpg')
  await database.asset.delete({ where: { id: asset.id } })

  expect(await regenerate(asset)).toEqual({ state: 'skipped', reason: 'the asset was deleted' })
})
