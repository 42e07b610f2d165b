import { randomUUID } from 'node:crypto'
import { createClient } from '@media-library/client'
import { describe, expect, test } from 'vitest'
import type { Asset, Person } from '../../src/generated/prisma/client.js'
import { createAsset, createPerson, createUser, type TestUser } from '../support/database/factories.js'
import { send } from '../support/http/client.js'
import { startTestServer } from '../support/http/server.js'

const server = await startTestServer()
const { database } = server

/** A user with a photo of Ada and Bob, and another one of Ada. */
async function createLibrary() {
  const user = await createUser(database)
  const [both, alone] = [await createAsset(database, user), await createAsset(database, user)]
  const [ada, bob] = [
    await createPerson(database, user, both),
    await createPerson(database, user, both, { name: 'Bob' }),
  ]
  await show(ada, alone)
  return { user, both, alone, ada, bob, client: createClient({ baseUrl: server.url, apiKey: user.apiKey }) }
}

function show({ id: personId }: Person, { id: assetId }: Asset) {
  const box = { boundingBoxX1: 1, boundingBoxX2: 2, boundingBoxY1: 1, boundingBoxY2: 2, imageHeight: 9, imageWidth: 9 }
  return database.assetFace.create({ data: { ...box, personId, assetId } })
}

async function list(user: TestUser, query = '') {
  const { body } = await send(server, `/api/person${query}`, user)
  const named = body.people.map(({ name, count }: { name: string; count: number }) => `${name} ${count}`)
  return { ...body, people: named }
}

describe('getAllPeople', () => {
  test('lists the people of visible assets by name, with counts; hidden ones only when asked (P1)', async () => {
    const { user, both, bob, client } = await createLibrary()
    const trashed = await createAsset(database, user, { deletedAt: new Date() })
    await createPerson(database, user, trashed, { name: 'Gone' })
    await createPerson(database, user, both, { name: 'Åse' })

    await client.updatePerson(bob.id, { isHidden: true })

    expect(await list(user)).toEqual({ total: 3, hidden: 1, visible: 2, people: ['Ada 2', 'Åse 1'] })
    expect((await list(user, '?withHidden=true')).people).toEqual(['Ada 2', 'Bob 1', 'Åse 1'])
  })

  test('shows a change of a hidden person that was made after the clock was set back', async () => {
    const { user, ada, bob, client } = await createLibrary()
    await client.updatePerson(bob.id, { isHidden: true })
    await database.person.update({ where: { id: ada.id }, data: { updatedAt: new Date(Date.now() + 86_400_000) } })
    const before = await list(user, '?withHidden=true')

    await client.updatePerson(bob.id, { name: 'Bo' })

    expect(before.people).toEqual(['Ada 2', 'Bob 1'])
    expect((await list(user, '?withHidden=true')).people).toEqual(['Ada 2', 'Bo 1'])
  })

  test('counts anew after each change, also of hidden people', async () => {
    const { user, alone, ada, bob, client } = await createLibrary()
    await client.updatePerson(bob.id, { isHidden: true })
    const before = await list(user, '?withHidden=true')

    await client.mergePerson(bob.id, { ids: [ada.id] })
    const merged = await list(user, '?withHidden=true')
    await client.deleteAssets({ ids: [alone.id] })

    expect(before.people).toEqual(['Ada 2', 'Bob 1'])
    expect(merged.people).toEqual(['Bob 2'])
    expect((await list(user, '?withHidden=true')).people).toEqual(['Bob 1'])
  })

  test('finds people by the beginnings of their words (P1)', async () => {
    const { user, both, ada, client } = await createLibrary()
    await createPerson(database, user, both, { name: 'Grete Müller-Groß' })
    const find = async (name: string, withHidden = false) =>
      (await client.searchPerson({ name, withHidden })).map(({ name }) => name)
    await client.updatePerson(ada.id, { isHidden: true })

    const found = [await find('MULL'), await find('gross gr'), await find('ada'), await find('x'), await find('')]

    expect(found).toEqual([['Grete Müller-Groß'], ['Grete Müller-Groß'], [], [], []])
    expect(await find('ad', true)).toEqual(['Ada'])
  })
})

describe('updatePerson', () => {
  test('names, dates and hides, and another person may have the same name (P3)', async () => {
    const { ada, bob, client } = await createLibrary()

    const changed = await client.updatePerson(bob.id, { name: 'Ada', birthDate: '0815-12-10' })
    const cleared = await client.updatePerson(bob.id, { birthDate: null })

    expect(changed).toEqual({
      id: bob.id,
      name: 'Ada',
      birthDate: '0815-12-10',
      isHidden: false,
      thumbnailPath: '',
      count: 1,
    })
    expect(cleared.birthDate).toBeNull()
    expect(await client.getPerson(ada.id)).toMatchObject({ name: 'Ada', count: 2 })
  })

  test.each([
    [{ birthDate: '0000-01-01' }, '/birthDate'],
    [{ birthDate: '2024-02-30' }, '/birthDate'],
    [{ name: 'a'.repeat(501) }, '/name'],
  ])('refuses %j', async (body, pointer) => {
    const { user, ada } = await createLibrary()

    const refused = await send(server, `/api/person/${ada.id}`, { ...user, method: 'PUT', body })

    expect([refused.status, refused.body.errors[0].pointer]).toEqual([400, pointer])
  })

  test('a hidden person is hidden everywhere, and found again by the owner (P2)', async () => {
    const { user, alone, ada, client } = await createLibrary()
    const findWords = async () => (await client.searchMetadata({ q: 'ada' })).assets.count
    const findIds = async () => (await client.searchMetadata({ personIds: [ada.id] })).assets.count
    const before = [await findWords(), await findIds()]

    await client.updatePerson(ada.id, { isHidden: true })

    const asset = await client.getAssetInfo(alone.id)
    expect(before).toEqual([2, 2])
    expect([await findWords(), await findIds(), asset.people]).toEqual([0, 0, []])
    expect((await send(server, `/api/person/${ada.id}/assets`, user)).body).toHaveLength(2)
  })

  test('a cover has to show the person, and the job that cuts it out is queued (P4)', async () => {
    const { user, alone, both, ada, bob } = await createLibrary()
    const choose = (person: Person, featureFaceAssetId: string) =>
      send(server, `/api/person/${person.id}`, { ...user, method: 'PUT', body: { name: 'X', featureFaceAssetId } })

    const statuses = [await choose(bob, alone.id), await choose(bob, randomUUID()), await choose(ada, alone.id)]

    expect(statuses.map(({ status, body }) => body.code ?? status)).toEqual(['unusable_ids', 'unusable_ids', 200])
    expect((await database.person.findUniqueOrThrow({ where: { id: bob.id } })).name).toBe('Bob')
    const jobs = await database.assetJob.findMany({ where: { assetId: { in: [alone.id, both.id] } } })
    expect(jobs.map(({ assetId, name }) => [assetId, name])).toEqual([[alone.id, 'regenerate-thumbnail']])
  })

  test('changes many, and reports those that it cannot (P6)', async () => {
    const { user, alone, ada, bob, client } = await createLibrary()
    const foreign = await createLibrary()
    const missing = randomUUID()

    const results = await client.updatePeople({
      people: [
        { id: ada.id, isHidden: true },
        { id: bob.id, featureFaceAssetId: alone.id },
        { id: foreign.ada.id, name: 'Mine' },
        { id: missing, name: 'Nobody' },
      ],
    })

    expect(results.map(({ success, error }) => error ?? success)).toEqual([true, 'not_found', 'not_found', 'not_found'])
    expect((await list(user)).people).toEqual(['Bob 1'])
    expect((await list(foreign.user)).people).toEqual(['Ada 2', 'Bob 1'])
  })
})

describe('mergePerson', () => {
  test('gives this person the assets of the others, and what this one lacks (P5)', async () => {
    const { user, both, ada, bob, client } = await createLibrary()
    const nameless = await createPerson(database, user, both, { name: '', birthDate: null })
    await client.updatePerson(ada.id, { birthDate: '1815-12-10' })
    const foreign = await createLibrary()

    const results = await client.mergePerson(nameless.id, {
      ids: [ada.id, ada.id, nameless.id, foreign.ada.id],
    })

    expect(results.map(({ success, error }) => error ?? success)).toEqual([true, 'duplicate', 'duplicate', 'not_found'])
    const merged = await client.getPerson(nameless.id)
    expect(merged).toMatchObject({ name: 'Ada', birthDate: '1815-12-10', count: 2 })
    await expect(client.getPerson(ada.id)).rejects.toMatchObject({ status: 404, code: 'not_found' })
    const asset = await client.getAssetInfo(both.id)
    expect(asset.people.map(({ id, faces }) => [id, faces.length])).toEqual([
      [nameless.id, 2],
      [bob.id, 1],
    ])
    expect((await list(foreign.user)).people).toEqual(['Ada 2', 'Bob 1'])
  })
})

describe('getPersonAssets', () => {
  test('lists each asset once, newest first, by pages, and without those in the trash', async () => {
    const { user, both, alone, ada, client } = await createLibrary()
    await show(ada, both)
    await show(ada, await createAsset(database, user, { deletedAt: new Date() }))
    const newest = [both, alone].sort(
      (a, b) => Number(b.fileCreatedAt) - Number(a.fileCreatedAt) || (a.id < b.id ? 1 : -1),
    )

    const whole = await client.getPersonAssets(ada.id)
    const page = await send(server, `/api/person/${ada.id}/assets?limit=1`, user)

    expect(whole.items.map(({ id }) => id)).toEqual(newest.map(({ id }) => id))
    expect(page.body.map(({ id }: Asset) => id)).toEqual([newest[0]?.id])
    expect(page.headers.get('link')).toContain('rel="next"')
    expect(await client.getPersonStatistics(ada.id)).toEqual({ assets: 2 })
  })

  test('its ETag moves with the list, also of a hidden person (T3)', async () => {
    const { user, ada, bob, client } = await createLibrary()
    await client.updatePeople({ people: [ada, bob].map(({ id }) => ({ id, isHidden: true })) })
    const ask = (etag: string) =>
      send(server, `/api/person/${ada.id}/assets`, { ...user, headers: { 'if-none-match': etag } })
    const first = (await ask('"x"')).headers.get('etag') ?? ''

    const unchanged = await ask(first)
    await client.mergePerson(ada.id, { ids: [bob.id] })

    expect([unchanged.status, (await ask(first)).status]).toEqual([304, 200])
  })
})
