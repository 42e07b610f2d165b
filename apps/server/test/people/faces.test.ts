import { createClient } from '@media-library/client'
import { describe, expect, test } from 'vitest'
import { addUnmarkedFaces } from '../../src/assets/faces/unmarked-faces.js'
import { inTransaction } from '../../src/database/transaction.js'
import { writeTags } from '../fixtures/photo.js'
import { createPerson, createUser } from '../support/database/factories.js'
import { catchProblem } from '../support/http/as-program.js'
import { send } from '../support/http/client.js'
import { startTestServer } from '../support/http/server.js'
import { face, makeRegions, openPhotoLibrary } from '../support/jobs/photo-library.js'

const server = await startTestServer()
const { database } = server
const { refresh, createPhoto } = await openPhotoLibrary(database)

/** A photo whose file marks Ada at the left and Bob at the right. */
async function createScene() {
  const user = await createUser(database)
  const photo = await createPhoto(user, { tags: makeRegions(face('Ada', 0.25), face('Bob', 0.75)) })
  await refresh(photo)
  const client = createClient({ baseUrl: server.url, apiKey: user.apiKey })
  const [left, right] = await client.getFaces({ id: photo.id })
  if (!(left?.person && right?.person)) throw new Error('The file marks two people.')
  const readNames = async () => (await client.getAssetInfo(photo.id)).people.map(({ name }) => name)
  return { user, photo, client, left, right, ada: left.person, bob: right.person, readNames }
}

async function findNumber({ client }: Pick<Awaited<ReturnType<typeof createScene>>, 'client'>, q: string) {
  return (await client.searchMetadata({ q })).assets.total
}

describe('unassignFace', () => {
  test('takes a person off an asset, lists, counts and searches at once, and tells it (P7)', async () => {
    const scene = await createScene()
    const { client, photo, left, ada, readNames } = scene
    const events = () => database.event.count({ where: { assetId: photo.id, subject: 'people' } })
    const [told, found] = [await events(), await findNumber(scene, 'ada')]

    await client.unassignFace(left.id)
    await client.unassignFace(left.id)

    expect([found, await findNumber(scene, 'ada'), await findNumber(scene, 'bob')]).toEqual([1, 0, 1])
    expect([await readNames(), await events()]).toEqual([['Bob'], told + 1])
    expect((await client.getPersonAssets(ada.id)).items).toEqual([])
    expect((await client.getAllPeople()).people.map(({ name }) => name)).toEqual(['Bob'])
    expect((await client.getFaces({ id: photo.id })).map(({ id, person }) => [id, person])).toEqual([
      [left.id, null],
      [scene.right.id, scene.bob],
    ])
  })

  test('reading the file again does not bring the person back, while it marks the face (P7)', async () => {
    const { client, photo, left, readNames } = await createScene()
    await client.unassignFace(left.id)

    await refresh(photo)
    const kept = await readNames()
    await writeTags(photo.originalPath, makeRegions(face('Bob', 0.75)))
    await refresh(photo)
    await writeTags(photo.originalPath, makeRegions(face('Ada', 0.25), face('Bob', 0.75)))
    await refresh(photo)

    expect([kept, await readNames()]).toEqual([['Bob'], ['Ada', 'Bob']])
  })

  test('an export that is read again does not bring back whom it names (P7)', async () => {
    const { user, client, photo, readNames } = await createScene()
    const name = () =>
      inTransaction(database, (transaction) =>
        addUnmarkedFaces(transaction, user.id, [{ assetId: photo.id, name: 'Cem' }]),
      )
    await name()
    const shown = await readNames()
    const cem = (await client.getFaces({ id: photo.id })).find(({ person }) => person?.name === 'Cem')

    await client.unassignFace(cem?.id ?? '')
    await name()

    expect([shown, await readNames()]).toEqual([
      ['Ada', 'Bob', 'Cem'],
      ['Ada', 'Bob'],
    ])
  })
})

describe('reassignFacesById', () => {
  test('gives a face to another person, whom reading the file again keeps (P7)', async () => {
    const scene = await createScene()
    const { client, photo, left, bob, readNames } = scene

    const person = await client.reassignFacesById(bob.id, { id: left.id })
    await refresh(photo)

    expect(person).toMatchObject({ name: 'Bob', count: 1 })
    expect([await readNames(), await findNumber(scene, 'ada')]).toEqual([['Bob'], 0])
    expect((await client.getFaces({ id: photo.id })).map(({ person }) => person?.name)).toEqual(['Bob', 'Bob'])
  })

  test('gives it back, and the file is believed again (P7)', async () => {
    const { client, photo, left, ada, readNames } = await createScene()
    await client.unassignFace(left.id)

    await client.reassignFacesById(ada.id, { id: left.id })
    const back = await readNames()
    await writeTags(photo.originalPath, makeRegions(face('Cem', 0.25), face('Bob', 0.75)))
    await refresh(photo)

    expect([back, await readNames()]).toEqual([
      ['Ada', 'Bob'],
      ['Bob', 'Cem'],
    ])
  })

  test('names a face that the file marks without a name (P7)', async () => {
    const { client, photo, bob, readNames } = await createScene()
    const { Area, Type } = face('', 0.25)
    await writeTags(photo.originalPath, makeRegions({ Area, Type }, face('Bob', 0.75)))
    await refresh(photo)
    const [unnamed] = await client.getFaces({ id: photo.id })

    await client.reassignFacesById(bob.id, { id: unnamed?.id ?? '' })
    await refresh(photo)

    expect([unnamed?.person, await readNames()]).toEqual([null, ['Bob']])
    expect((await client.getFaces({ id: photo.id })).map(({ person }) => person?.name)).toEqual(['Bob', 'Bob'])
  })
})

test('a refusal outlives the merging of the person whom the file names (P5, P7)', async () => {
  const { user, client, photo, left, ada, readNames } = await createScene()
  const byron = await createPerson(database, user, photo, { name: 'Byron' })
  await client.unassignFace(left.id)

  await client.mergePerson(byron.id, { ids: [ada.id] })
  await refresh(photo)

  expect((await client.getFaces({ id: photo.id })).find(({ id }) => id === left.id)?.person).toBeNull()
  expect(await readNames()).toEqual(['Bob', 'Byron'])
})

test('the list of a hidden person moves with a face, and the face is in no list (P2)', async () => {
  const { user, client, photo, left, ada } = await createScene()
  await client.updatePerson(ada.id, { isHidden: true })
  const list = () => send(server, `/api/person/${ada.id}/assets`, user)
  const before = await list()

  const faces = await client.getFaces({ id: photo.id })
  await client.unassignFace(left.id)

  const after = await list()
  expect(faces.map(({ person }) => person?.name)).toEqual(['Bob'])
  expect([before.body.length, after.body.length]).toEqual([1, 0])
  expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'))
})

test('a person gets own faces alone, and an asset in the trash has none (C8, C9)', async () => {
  const [mine, foreign] = [await createScene(), await createScene()]
  const { client, photo, left, ada } = mine

  const taken = await catchProblem(client.reassignFacesById(ada.id, { id: foreign.left.id }))
  await client.deleteAssets({ ids: [photo.id] })

  expect(taken.code).toBe('unusable_ids')
  expect(await catchProblem(client.unassignFace(left.id))).toMatchObject({ code: 'not_found' })
  expect(await catchProblem(client.getFaces({ id: photo.id }))).toMatchObject({ code: 'not_found' })
})
