import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { Asset, Person } from '../../src/generated/prisma/client.js'
import { regenerateThumbnail } from '../../src/jobs/worker/regenerate-thumbnail.js'
import { openDerivedFiles } from '../../src/storage/derived-files.js'
import { drawQuarters } from '../fixtures/picture.js'
import { createPerson, createUser, type TestUser } from '../support/database/factories.js'
import { asProgram } from '../support/http/as-program.js'
import { load, openFileLibrary } from '../support/http/file-library.js'
import { openJobContext } from '../support/jobs/job-context.js'
import { toJobAsset } from '../support/jobs/open-file.js'

const { server, addFile, dataDir } = await openFileLibrary()
const { database } = server
const jobs = await openJobContext()
const derived = await openDerivedFiles({ dataDir, bucket: null })

/** A photo of four quarters, red, green, blue and yellow, 600 by 400. */
async function addPhoto(owner: TestUser, angle = 0) {
  const picture = (await drawQuarters(600, 400)).jpeg()
  return addFile(
    owner,
    await sharp(await picture.toBuffer())
      .rotate(angle)
      .jpeg()
      .toBuffer(),
  )
}

const quarters = {
  imageWidth: 600,
  imageHeight: 400,
  boundingBoxX1: 90,
  boundingBoxX2: 210,
  boundingBoxY1: 50,
  boundingBoxY2: 150,
}
const noBox = { imageWidth: 0, imageHeight: 0, boundingBoxX1: 0, boundingBoxX2: 0, boundingBoxY1: 0, boundingBoxY2: 0 }

function show({ id: personId }: Person, { id: assetId }: Asset, box: object = quarters) {
  return database.assetFace.create({ data: { ...quarters, ...box, personId, assetId } })
}

function draw(asset: Asset) {
  return regenerateThumbnail({ ...jobs, database, derived }, toJobAsset(asset))
}

/** Does the jobs that are queued for an owner's assets, as a worker does. */
async function work(owner: TestUser) {
  const queued = await database.assetJob.findMany({ where: { ownerId: owner.id, state: 'queued' } })
  for (const { assetId, name } of queued) {
    await draw(await database.asset.findUniqueOrThrow({ where: { id: assetId } }))
    await database.assetJob.update({ where: { assetId_name: { assetId, name } }, data: { state: 'succeeded' } })
  }
  return queued.map(({ assetId }) => assetId)
}

async function ask(owner: TestUser, person: Person) {
  const { status, code, headers, bytes } = await load(server, `/person/${person.id}/thumbnail`, owner)
  if (status !== 200) return { code, isComing: headers.get('retry-after') !== null }
  const { r, g, b } = (await sharp(bytes).stats()).dominant
  const { width = 0, height = 0 } = await sharp(bytes).metadata()
  return { size: [width, height], colour: [r, g, b].map((level) => level > 128) }
}

const coming = { code: 'not_generated', isComing: true }
const [red, yellow] = [
  [true, false, false],
  [true, true, false],
]

test('getPersonThumbnail has the picture made, and serves it from then on (P4)', async () => {
  const owner = await createUser(database)
  const photo = await addPhoto(owner)
  const ada = await database.person.create({ data: { ownerId: owner.id, name: 'Ada' } })
  await show(ada, photo)

  const first = await ask(owner, ada)
  const again = await ask(owner, ada)
  const made = await work(owner)

  expect([first, again, made]).toEqual([coming, coming, [photo.id]])
  expect(await ask(owner, ada)).toEqual({ size: [180, 180], colour: red })
})

test('a person keeps the first picture, which is made anew with its photo (P4)', async () => {
  const owner = await createUser(database)
  const [first, second] = [await addPhoto(owner), await addPhoto(owner, 180)]
  const ada = await createPerson(database, owner, first)
  await database.assetFace.updateMany({ where: { personId: ada.id }, data: quarters })
  await draw(first)
  await show(ada, second)

  await draw(second)
  const kept = await database.person.findUniqueOrThrow({ where: { id: ada.id } })
  await rm(join(dataDir, kept.thumbnailPath))
  await draw(first)

  expect(kept.thumbnailPath).toContain(first.id)
  expect(await ask(owner, ada)).toEqual({ size: [180, 180], colour: red })
  expect((await readdir(join(dataDir, 'thumbs', owner.id), { recursive: true })).join()).not.toContain(`${second.id}-`)
})

test('a chosen cover takes the place of the picture, whose file is gone (P4)', async () => {
  const owner = await createUser(database)
  const [one, other] = [await addPhoto(owner), await addPhoto(owner, 180)]
  const ada = await database.person.create({ data: { ownerId: owner.id, name: 'Ada' } })
  await show(ada, one)
  await show(ada, other)
  await ask(owner, ada)
  await work(owner)
  const { coverAssetId: first, thumbnailPath } = await database.person.findUniqueOrThrow({ where: { id: ada.id } })
  const chosen = first === one.id ? other : one
  const client = asProgram(server, owner)
  const before = await ask(owner, ada)

  await client.updatePerson(ada.id, { featureFaceAssetId: chosen.id })
  const meanwhile = await ask(owner, ada)
  await work(owner)

  const colours = first === one.id ? [red, yellow] : [yellow, red]
  expect([before, meanwhile, await ask(owner, ada)]).toEqual([
    { size: [180, 180], colour: colours[0] },
    coming,
    { size: [180, 180], colour: colours[1] },
  ])
  expect(await derived.readSize(thumbnailPath)).toBeNull()
})

test('without a box, the picture is the middle of the photo; a marked face is preferred (P4)', async () => {
  const owner = await createUser(database)
  const [plain, marked] = [await addPhoto(owner), await addPhoto(owner)]
  const [ada, bob] = [
    await database.person.create({ data: { ownerId: owner.id, name: 'Ada' } }),
    await database.person.create({ data: { ownerId: owner.id, name: 'Bob' } }),
  ]
  await show(ada, plain, noBox)
  await show(bob, plain, noBox)
  await show(bob, marked)

  await ask(owner, ada)
  await ask(owner, bob)
  await work(owner)

  expect((await ask(owner, ada)).size).toEqual([250, 250])
  expect((await ask(owner, bob)).size).toEqual([180, 180])
  const { people } = await asProgram(server, owner).getAssetInfo(plain.id)
  expect(people.map(({ name, faces }) => [name, faces])).toEqual([
    ['Ada', []],
    ['Bob', []],
  ])
})

test('a photo in the trash lends its face to nobody, and another one takes its place (P4)', async () => {
  const owner = await createUser(database)
  const client = asProgram(server, owner)
  const [one, other] = [await addPhoto(owner), await addPhoto(owner)]
  const ada = await database.person.create({ data: { ownerId: owner.id, name: 'Ada' } })
  await show(ada, one)
  await ask(owner, ada)
  await work(owner)
  await client.deleteAssets({ ids: [one.id] })

  const alone = await ask(owner, ada)
  await show(ada, other)
  const replaced = await ask(owner, ada)

  expect([alone, replaced]).toEqual([{ code: 'not_generated', isComing: false }, coming])
  expect(await work(owner)).toEqual([other.id])
  expect(await ask(owner, ada)).toMatchObject({ colour: red })
})

test('a lost file is made again, and one that cannot be made is not asked for again (P4)', async () => {
  const owner = await createUser(database)
  const photo = await addPhoto(owner)
  const ada = await createPerson(database, owner, photo)
  await ask(owner, ada)
  await work(owner)
  const { thumbnailPath } = await database.person.findUniqueOrThrow({ where: { id: ada.id } })
  await rm(join(dataDir, thumbnailPath))

  const lost = await ask(owner, ada)
  await database.assetJob.updateMany({ where: { assetId: photo.id }, data: { state: 'failed' } })

  expect([lost, await ask(owner, ada)]).toEqual([coming, { code: 'not_generated', isComing: false }])
})

test('a store that does not let go of a picture is told, and nothing changes (P4)', async () => {
  const owner = await createUser(database)
  const client = asProgram(server, owner)
  const [one, other] = [await addPhoto(owner), await addPhoto(owner)]
  const ada = await createPerson(database, owner, one)
  const twin = await createPerson(database, owner, other)
  await show(ada, other)
  const thumbnailPath = `thumbs/${owner.id}/in-the-way`
  await mkdir(join(dataDir, thumbnailPath), { recursive: true })
  await database.person.update({ where: { id: ada.id }, data: { thumbnailPath, coverAssetId: one.id } })

  const refused = await Promise.allSettled([
    client.updatePerson(ada.id, { featureFaceAssetId: other.id, name: 'Grace' }),
    client.mergePerson(twin.id, { ids: [ada.id] }),
  ])

  const reason = { status: 503, code: 'unavailable' }
  expect(refused).toMatchObject([{ reason }, { reason }])
  const kept = await database.person.findUniqueOrThrow({ where: { id: ada.id } })
  expect(kept).toMatchObject({ name: 'Ada', thumbnailPath, coverAssetId: one.id })
})
