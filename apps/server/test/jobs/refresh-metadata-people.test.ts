import { pino } from 'pino'
import { expect, test } from 'vitest'
import { mergeOwnPeople } from '../../src/people/merge-person.js'
import { changeOwnPerson } from '../../src/people/update-person.js'
import { assignTag } from '../../src/tags/tag.js'
import { makeJpeg, writeTags } from '../fixtures/photo.js'
import { createTag, createUser } from '../support/database/factories.js'
import { face, makeRegions, openPhotoLibrary } from '../support/jobs/photo-library.js'

const { database, refresh, read, createPhoto, listJobs } = await openPhotoLibrary()

const marked = makeRegions(face('Ada', 0.25))

test('makes tags of keywords, uses existing tags, and follows changes of the file', async () => {
  const owner = await createUser(database)
  const sea = await createTag(database, owner, { name: 'Sea' })
  const asset = await createPhoto(owner, { tags: { Keywords: ['Sea', 'Dog'], HierarchicalSubject: ['Places|Paris'] } })
  const listNames = async () => (await read(asset)).tags.map(({ tag }) => tag.name)

  await refresh(asset)
  const first = await read(asset)
  await writeTags(asset.originalPath, { Keywords: ['Dog'], HierarchicalSubject: [] })
  await refresh(asset)

  expect(first.tags.map(({ tag }) => [tag.name, tag.type, tag.userId])).toEqual(
    ['Dog', 'Paris', 'Sea'].map((name) => [name, 'CUSTOM', owner.id]),
  )
  expect(first.tags.at(-1)?.tagId).toBe(sea.id)
  expect(await listNames()).toEqual(['Dog'])
})

test('takes 1,000 keywords and faces of a file, and tells how many are left out', async () => {
  const owner = await createUser(database)
  const keywords = Array.from({ length: 1_003 }, (_, number) => `k${number}`)
  const faces = Array.from({ length: 1_002 }, (_, number) => face(`f${number}`, 0.5))
  const asset = await createPhoto(owner)
  await writeTags(`${asset.originalPath}.xmp`, { Subject: keywords, ...makeRegions(...faces) })

  const outcome = await refresh(asset)
  const { tags, faces: marked } = await read(asset)

  expect([tags.length, marked.length]).toEqual([1_000, 1_000])
  expect(outcome).toMatchObject({ reason: '3 keywords and 2 faces beyond the first 1,000 are left out' })
})

test('keeps the tags that a person assigned, whatever the file contains', async () => {
  const owner = await createUser(database)
  const asset = await createPhoto(owner, { tags: { Keywords: ['Sea', 'Dog'] } })
  const mine = await createTag(database, owner, { name: 'Mine', assetIds: [asset.id] })
  await createTag(database, owner, { name: 'Dog', assetIds: [asset.id] })
  await refresh(asset)
  const sea = (await read(asset)).tags.find(({ tag }) => tag.name === 'Sea')
  const assignment = await assignTag(database, { tagId: sea?.tagId ?? '', ownerId: owner.id, isNoted: false }, [
    asset.id,
  ])

  await writeTags(asset.originalPath, { Keywords: [] })
  await refresh(asset)

  expect(assignment).toMatchObject({ assigned: 0, alreadyTagged: 1 })
  expect((await read(asset)).tags.map(({ tag }) => tag.name)).toEqual(['Dog', mine.name, 'Sea'])
})

test('makes people of faces, recognizes them by name, and follows changes of the file', async () => {
  const owner = await createUser(database)
  const asset = await createPhoto(owner, { tags: makeRegions(face('Ada', 0.25), face('Bob', 0.75)) })
  const other = await createPhoto(owner, { tags: makeRegions(face('Ada', 0.5)) })

  await refresh(asset)
  await refresh(other)
  const first = await read(asset)
  await writeTags(asset.originalPath, makeRegions(face('Ada', 0.25)))
  await refresh(asset)

  expect(first.faces).toMatchObject([
    { person: { name: 'Ada' }, boundingBoxX1: 9, boundingBoxX2: 21, boundingBoxY1: 10, boundingBoxY2: 30 },
    { person: { name: 'Bob' }, boundingBoxX1: 39, boundingBoxX2: 51, imageWidth: 60, imageHeight: 40 },
  ])
  expect((await read(asset)).faces).toEqual(first.faces.slice(0, 1))
  expect((await read(other)).faces[0]?.personId).toBe(first.faces[0]?.personId)
})

test('faces that are found after the preview was made ask for their pictures', async () => {
  const owner = await createUser(database)
  const photos = [await createPhoto(owner, { tags: marked }), await createPhoto(owner, { tags: marked })] as const
  await database.asset.update({ where: { id: photos[1].id }, data: { resized: true } })

  for (const photo of photos) await refresh({ ...photo, resized: photo === photos[1] })

  const jobs = await Promise.all(photos.map(listJobs))
  expect(jobs.map((queued) => queued.map(({ name }) => name))).toEqual([[], ['regenerate-thumbnail']])
})

test('keeps the faces that the file did not mark', async () => {
  const owner = await createUser(database)
  const asset = await createPhoto(owner)
  const box = {
    boundingBoxX1: 1,
    boundingBoxX2: 2,
    boundingBoxY1: 1,
    boundingBoxY2: 2,
    imageWidth: 60,
    imageHeight: 40,
  }
  await database.assetFace.create({ data: { ...box, assetId: asset.id } })

  await refresh(asset)

  expect((await read(asset)).faces).toHaveLength(1)
})

test('makes one person and one tag when many files name them at once', async () => {
  const owner = await createUser(database)
  const tags = { ...makeRegions(face('Ada', 0.5), face('Bob', 0.2)), Keywords: ['Sea', 'Dog', 'Sun'] }
  const content = await makeJpeg()
  const assets = await Promise.all(Array.from({ length: 8 }, () => createPhoto(owner, { content, tags })))

  await Promise.all(assets.map((asset) => refresh(asset)))

  expect(await database.person.count({ where: { ownerId: owner.id } })).toBe(2)
  expect(await database.tag.count({ where: { userId: owner.id } })).toBe(3)
  expect(await database.tagAsset.count({ where: { asset: { ownerId: owner.id } } })).toBe(24)
})

test('a person whom the owner renamed or merged is the same when the file is read again (P3, P5)', async () => {
  const owner = await createUser(database)
  const names = [face('Ada', 0.25), face('Ada Byron', 0.75)]
  const asset = await createPhoto(owner, { tags: makeRegions(...names) })
  const later = await createPhoto(owner, { tags: makeRegions(face('Ada', 0.5)) })
  await refresh(asset)
  const [ada, byron] = (await read(asset)).faces.map(({ personId }) => personId ?? '')
  const context = { database, derived: { remove: async () => {} }, logger: pino({ level: 'silent' }) }
  await changeOwnPerson(
    context,
    { id: ada ?? '', ownerId: owner.id },
    { name: 'Countess', isHidden: true, birthDate: '1815-12-10' },
  )
  await mergeOwnPeople(context, { id: ada ?? '', ownerId: owner.id }, [byron ?? ''])
  const merged = await read(asset)

  await writeTags(asset.originalPath, makeRegions(...names, face('Bob', 0.5)))
  await refresh(asset)
  await refresh(later)

  const reread = (await read(asset)).faces
  expect(reread.filter(({ person }) => person?.name !== 'Bob')).toEqual(merged.faces)
  expect(reread.map(({ person }) => person?.name)).toEqual(['Countess', 'Bob', 'Countess'])
  expect((await read(later)).faces).toMatchObject([
    { person: { id: ada, name: 'Countess', isHidden: true, birthDate: new Date('1815-12-10') } },
  ])
})

test('a name that a person has by now means that person', async () => {
  const owner = await createUser(database)
  const asset = await createPhoto(owner, { tags: makeRegions(face('Mum', 0.25)) })
  const later = await createPhoto(owner, { tags: makeRegions(face('Grace', 0.5)) })
  await refresh(asset)
  const [mum] = (await read(asset)).faces
  await database.person.update({ where: { id: mum?.personId ?? '' }, data: { name: 'Grace' } })

  await refresh(later)

  expect((await read(later)).faces[0]?.personId).toBe(mum?.personId)
})
