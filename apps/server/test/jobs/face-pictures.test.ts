import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import type { Asset } from '../../src/generated/prisma/client.js'
import { regenerateThumbnail } from '../../src/jobs/worker/regenerate-thumbnail.js'
import { openDerivedFiles } from '../../src/storage/derived-files.js'
import { writeTags } from '../fixtures/photo.js'
import { drawQuarters } from '../fixtures/picture.js'
import { createUser } from '../support/database/factories.js'
import { toJobAsset } from '../support/jobs/open-file.js'
import { face, makeRegions, openPhotoLibrary } from '../support/jobs/photo-library.js'

const { context, database, refresh, read, createPhoto } = await openPhotoLibrary()
const dataDir = await mkdtemp(join(tmpdir(), 'media-library-faces-'))
const derived = await openDerivedFiles({ dataDir, bucket: null })

afterAll(async () => {
  await rm(dataDir, { recursive: true })
})

function draw(asset: Asset) {
  return regenerateThumbnail({ ...context, derived }, toJobAsset(asset))
}

/** A photo of the four quarters, 600 by 400, with the face of Ada in the red one and that of Bob in the yellow one. */
async function createFaces(owner: Awaited<ReturnType<typeof createUser>>) {
  const asset = await createPhoto(owner)
  await (await drawQuarters(600, 400)).jpeg().toFile(asset.originalPath)
  const area = { W: 0.2, H: 0.25, Unit: 'normalized' }
  const ada = { ...face('Ada', 0), Area: { ...area, X: 0.25, Y: 0.25 } }
  const bob = { ...face('Bob', 0), Area: { ...area, X: 0.75, Y: 0.75 } }
  const regions = makeRegions(ada, bob)
  await writeTags(asset.originalPath, regions)
  return asset
}

async function listPeople(asset: Asset) {
  const { faces } = await read(asset)
  return faces.map(({ person }) => person)
}

async function readPicture(key: string) {
  const picture = sharp(join(dataDir, key))
  const { width, height, format } = await picture.metadata()
  const { r, g, b } = (await picture.stats()).dominant
  return { width, height, format, colour: [r, g, b].map((level) => level > 128) }
}

test('people have pictures of their faces, cut out of the preview', async () => {
  const owner = await createUser(database)
  const asset = await createFaces(owner)
  await refresh(asset)

  expect(await draw(asset)).toEqual({ state: 'succeeded' })

  const [ada, bob] = await listPeople(asset)
  expect(ada?.thumbnailPath).toBe(
    `thumbs/${owner.id}/${asset.id.slice(-4, -2)}/${asset.id.slice(-2)}/${asset.id}-${ada?.id}.jpeg`,
  )
  const picture = { width: 180, height: 180, format: 'jpeg' }
  const [red, yellow] = [await readPicture(ada?.thumbnailPath ?? ''), await readPicture(bob?.thumbnailPath ?? '')]
  expect(red).toEqual({ ...picture, colour: [true, false, false] })
  expect(yellow).toEqual({ ...picture, colour: [true, true, false] })
})

test('a person keeps the first picture, which is made anew with its photo', async () => {
  const owner = await createUser(database)
  const [first, second] = [await createFaces(owner), await createFaces(owner)]
  await refresh(first)
  await draw(first)
  await refresh(second)
  await draw(second)
  const [before] = await listPeople(first)
  await rm(join(dataDir, before?.thumbnailPath ?? ''))

  await draw(first)

  const [after] = await listPeople(second)
  expect(after?.thumbnailPath).toContain(first.id)
  expect((await readPicture(after?.thumbnailPath ?? '')).format).toBe('jpeg')
  expect((await readdir(join(dataDir, 'thumbs', owner.id), { recursive: true })).join()).not.toContain(`${second.id}-`)
})

test('faces that are found after the preview was made ask for their pictures', async () => {
  const owner = await createUser(database)
  const asset = await createFaces(owner)
  await draw(asset)
  expect(await database.assetJob.count({ where: { assetId: asset.id } })).toBe(0)

  await refresh(asset)

  const jobs = await database.assetJob.findMany({ where: { assetId: asset.id } })
  expect(jobs.map(({ name }) => name)).toEqual(['regenerate-thumbnail'])
})
