import { randomUUID } from 'node:crypto'
import { createClient } from '@media-library/client'
import { aPerson, createFakeService } from '@media-library/client/testing'
import { createClient as createValidatedClient } from '@media-library/client/validated'
import { describe, expect, test } from 'vitest'
import { makeJpeg } from './fixtures/photo.js'
import { everyChange, readChangedFields } from './support/assets/every-change.js'
import { createAssets, createPerson, createTag, createUser } from './support/database/factories.js'
import { catchProblem } from './support/http/as-program.js'
import { startTestServer } from './support/http/server.js'
import { openDevice } from './support/sign-in/device.js'

const server = await startTestServer()
const { database, url } = server

/** What a browser says of the requests of a page of the service. */
const fromPage = { origin: 'https://photos.example.org', 'sec-fetch-site': 'same-origin' }

async function real() {
  const [ada, ben] = [await createUser(database), await createUser(database)]
  const assetIds = await createAssets(database, ada, 3)
  const [foreignId = ''] = await createAssets(database, ben, 1)
  const tag = await createTag(database, ada, { assetIds })
  const options = { baseUrl: url, apiKey: ada.apiKey }
  const [id = '', secondId = ''] = assetIds
  /** Shows Ada in two photos, and Bob in one. Returns their ids. */
  const withPeople = async (): Promise<[string, string]> => {
    const [person, bob] = [
      await createPerson(database, ada, { id }),
      await createPerson(database, ada, { id }, { name: 'Bob' }),
    ]
    const {
      id: _,
      fileCreatedAt: __,
      ...face
    } = await database.assetFace.findFirstOrThrow({ where: { personId: person.id } })
    await database.assetFace.create({ data: { ...face, assetId: secondId } })
    return [person.id, bob.id]
  }
  return { options, ada, ben, assetIds, foreignId, tagId: tag.id, withPeople }
}

async function fake() {
  const service = createFakeService()
  const [ada, ben] = [service.user, service.addUser()]
  const assetIds = [service.addAsset(), service.addAsset(), service.addAsset()].map(({ id }) => id)
  const foreignId = service.addAsset({ ownerId: ben.id }).id
  const tag = service.addTag({ assetIds })
  const withPeople = async (): Promise<[string, string]> => {
    const [person, bob] = [aPerson({ name: 'Ada' }), aPerson({ name: 'Bob' })]
    service.addAsset({ people: [person, bob] })
    service.addAsset({ people: [person] })
    return [person.id, bob.id]
  }
  return { options: service.options, ada, ben, assetIds, foreignId, tagId: tag.id, withPeople }
}

function createClients(options: Awaited<ReturnType<typeof real | typeof fake>>['options'], ben: { apiKey: string }) {
  return { client: createValidatedClient(options), asBen: createValidatedClient({ ...options, apiKey: ben.apiKey }) }
}

describe.each([
  ['real', real],
  ['fake', fake],
])('the %s service', (_name, start) => {
  test('lists the assets of a tag as the contract describes, newest first (C3, C12)', async () => {
    const { options, assetIds, tagId } = await start()

    const { items: assets } = await createValidatedClient(options).getTagAssets(tagId.toUpperCase())

    expect(assets.map(({ id }) => id)).toEqual(assetIds.reverse())
    expect(assets[0]?.tags).toMatchObject([{ id: tagId }])
  })

  test('lists, changes and merges people (P1, P2, P5)', async () => {
    const { options, withPeople } = await start()
    const client = createValidatedClient(options)
    const [adaId, bobId] = await withPeople()

    const { people: all } = await client.getAllPeople()
    const renamed = await client.updatePerson(adaId, { name: 'Ada Byron', birthDate: '1815-12-10' })
    const hidden = await client.updatePeople({ people: [{ id: bobId, isHidden: true }, { id: randomUUID() }] })
    const { people, ...counts } = await client.getAllPeople()
    const merged = await client.mergePerson(adaId, { ids: [bobId, adaId] })

    expect(all.map(({ name, count }) => [name, count])).toEqual([
      ['Ada', 2],
      ['Bob', 1],
    ])
    expect(renamed).toMatchObject({ name: 'Ada Byron', birthDate: '1815-12-10', count: 2 })
    expect(hidden.map(({ success }) => success)).toEqual([true, false])
    expect([people.map(({ id }) => id), counts]).toEqual([[adaId], { total: 2, visible: 1, hidden: 1 }])
    expect(merged.map(({ success, error }) => error ?? success)).toEqual([true, 'duplicate'])
    expect(await client.searchPerson({ name: 'byr', withHidden: true })).toMatchObject([{ id: adaId }])
    expect((await client.getPersonAssets(adaId)).items).toHaveLength(2)
    expect(await client.getPersonStatistics(adaId)).toEqual({ assets: 2 })
    expect((await client.searchMetadata({ personIds: [adaId] })).assets.total).toBe(2)
    expect(await catchProblem(client.getPerson(bobId))).toMatchObject({ code: 'not_found' })
    expect(await catchProblem(client.getPersonThumbnail(adaId))).toMatchObject({ code: 'not_generated' })
  })

  test('takes a face off a person, and gives it back (P7)', async () => {
    const { options, withPeople } = await start()
    const client = createValidatedClient(options)
    const [adaId, bobId] = await withPeople()
    const [photo] = (await client.getPersonAssets(bobId)).items
    const id = photo?.id ?? ''
    const readFaces = async () => (await client.getFaces({ id })).map(({ person }) => person?.name ?? '').sort()
    const face = (await client.getFaces({ id })).find(({ person }) => person?.id === bobId)

    const before = await readFaces()
    await client.unassignFace(face?.id ?? '')
    const off = [await readFaces(), (await client.getAssetInfo(id)).people.map(({ name }) => name)]
    const given = await client.reassignFacesById(bobId, { id: face?.id ?? '' })

    expect([before, off]).toEqual([
      ['Ada', 'Bob'],
      [['', 'Ada'], ['Ada']],
    ])
    expect([given.count, await readFaces()]).toEqual([1, ['Ada', 'Bob']])
    expect(await catchProblem(client.unassignFace(randomUUID()))).toMatchObject({ code: 'not_found' })
    expect(await catchProblem(client.getFaces({ id: randomUUID() }))).toMatchObject({ code: 'not_found' })
    expect(await catchProblem(client.reassignFacesById(adaId, { id: randomUUID() }))).toMatchObject({
      code: 'unusable_ids',
    })
  })

  test('sets, shows and removes the picture of a user (PE10)', async () => {
    const { options, ada, ben } = await start()
    const { client, asBen } = createClients(options, ben)
    const picture = new File([Uint8Array.from(await makeJpeg())], 'me.jpg')

    const set = await client.createProfileImage(picture)
    const seen = await asBen.getUserById(ada.id)
    const loaded = await asBen.getProfileImage(ada.id)
    await client.deleteProfileImage()

    expect(set).toEqual({ userId: ada.id, profileImagePath: seen.profileImagePath })
    expect(loaded.headers.get('content-type')).toBe('image/jpeg')
    expect(await client.getMyUserInfo()).toMatchObject({ profileImagePath: '' })
    expect(await catchProblem(asBen.getProfileImage(ada.id))).toMatchObject({ code: 'not_found' })
    const text = client.createProfileImage(new File(['text'], 'me.txt'))
    expect(await catchProblem(text)).toMatchObject({ code: 'not_media' })
  })

  test('adds passkeys to a session, signs in with them, renames and removes them (PK1, PK3, PK5)', async () => {
    const { options, ada, ben } = await start()
    const { client } = createClients(options, ben)
    const { apiKey: _, ...anybody } = options
    const page = createClient({ ...anybody, headers: fromPage, token: (await client.signInWithKey()).accessToken })
    const device = openDevice(fromPage.origin)

    const refused = await catchProblem(client.createPasskeyOptions())
    const passkey = await page.createPasskey({ credential: device.create(await page.createPasskeyOptions()) })
    const again = await page.createPasskeyOptions()
    const renamed = await page.updatePasskey(passkey.id, { name: 'Phone' })
    const listed = await client.getPasskeys()
    await client.deletePasskey(passkey.id)

    expect(refused).toMatchObject({ code: 'forbidden' })
    expect(passkey).toMatchObject({ name: 'Passkey', origin: fromPage.origin, usedAt: null })
    expect(again).toMatchObject({
      user: { displayName: ada.name },
      excludeCredentials: [{ id: device.passkeys[0]?.id }],
    })
    expect([renamed.name, listed, await client.getPasskeys()]).toEqual(['Phone', [renamed], []])
    const used = page.signInWithPasskey({ credential: device.get(await page.createPasskeySignInOptions()) })
    expect(await catchProblem(used)).toMatchObject({ code: 'passkey_refused' })
  })

  test('finds assets by words, page by page, newest first', async () => {
    const { options, assetIds } = await start()
    const client = createValidatedClient(options)

    const listed: string[] = []
    for await (const { id } of client.search({ q: 'jp' }, { limit: 2 })) listed.push(id)
    const first = await client.search({ q: 'JPG', type: 'IMAGE' }, { limit: 2 })
    const { assets } = await client.searchMetadata({ q: 'jpg', size: 2, order: 'asc' })

    expect(listed).toEqual(assetIds.toReversed())
    expect([first.items.length, first.nextCursor]).toEqual([2, '2'])
    expect([assets.count, assets.total, assets.nextPage, assets.items[0]?.id]).toEqual([2, 3, '2', assetIds[0]])
    for (const q of ['nothing', 'jp jpg', '!']) expect((await client.search({ q })).items).toEqual([])
  })

  test('has the same places, cameras and days of earlier years', async () => {
    const { options, assetIds, ada } = await start()
    const client = createValidatedClient(options)
    await client.updateAssets({ ids: assetIds.slice(0, 2), latitude: 38.72, longitude: -9.14 })
    const at = new Date(Date.UTC(new Date().getUTCFullYear() - 2, 5, 15, 12)).toISOString()
    for (const id of assetIds.slice(0, 2)) await client.updateAsset(id, { dateTimeOriginal: at })

    const [memories, other] = [
      await client.getMemoryLane({ day: 15, month: 6 }),
      await client.getMemoryLane({ day: 16, month: 6 }),
    ]
    const random = await client.getRandom({ count: 10 })

    expect(memories.map(({ yearsAgo, title, assets }) => [yearsAgo, title, assets.length])).toEqual([
      [2, '2 years since...', 2],
    ])
    expect(other).toEqual([])
    expect(random.map(({ id }) => id).sort()).toEqual([...assetIds].sort())
    expect(random.every(({ ownerId }) => ownerId === ada.id)).toBe(true)
  })

  test('pages them, and refuses an invalid cursor (T2)', async () => {
    const { options, assetIds, tagId } = await start()
    const client = createValidatedClient(options)

    const listed: string[] = []
    for await (const { id } of client.getTagAssets(tagId, { limit: 2 })) listed.push(id)
    const { code, errors } = await catchProblem(client.getTagAssets(tagId, { limit: 2, cursor: 'x' }))

    expect(listed).toEqual(assetIds.reverse())
    expect({ code, errors }).toMatchObject({ code: 'invalid_request', errors: [{ pointer: '/query/cursor' }] })
  })

  test('reports when the list is unchanged (T3)', async () => {
    const { options, tagId } = await start()
    const client = createValidatedClient(options)

    const page = await client.getTagAssets(tagId)
    const again = await client.getTagAssets(tagId).ifChanged(page.etag)
    const other = await client.getTagAssets(tagId).ifChanged('"other"')

    expect(page.etag).toMatch(/^"[^"]+"$/)
    expect(again).toBeNull()
    expect(other).toEqual(page)
  })

  test('makes an album of a set of assets (A3, A6, C7)', async () => {
    const { options, ada, ben, assetIds } = await start()
    const client = createValidatedClient(options)

    const album = await client.createAlbum({
      albumName: 'A',
      assetIds: [...assetIds, ...assetIds],
      sharedWithUserIds: [ada.id, ben.id],
    })

    const [first, , last] = album.assets
    expect(album).toMatchObject({
      albumName: 'A',
      albumThumbnailAssetId: assetIds[0],
      assetCount: 3,
      description: '',
      startDate: last?.fileCreatedAt,
      endDate: first?.fileCreatedAt,
      ownerId: ada.id,
      shared: true,
      sharedUsers: [{ id: ben.id }],
    })
  })

  test('makes an album once for a key, and refuses the key for a different request (X1)', async () => {
    const { options } = await start()
    const client = createClient(options)
    const create = (albumName: string) => client.createAlbum({ albumName }, { idempotencyKey: 'k1' })

    const [first, again] = [await create('A'), await create('A')]
    const other = await catchProblem(create('B'))

    expect(again).toEqual(first)
    expect([other.status, other.code]).toEqual([422, 'key_reused'])
  })

  test('sharing an album again changes nothing (U2, U5)', async () => {
    const { options, ada, ben, assetIds } = await start()
    const client = createValidatedClient(options)
    const { id } = await client.createAlbum({ albumName: 'B', assetIds })

    const shared = await client.addUsersToAlbum(id, { sharedUserIds: [ben.id, ada.id, ben.id] }, { minimal: true })
    const again = await client.addUsersToAlbum(id, { sharedUserIds: [ben.id] }, { minimal: true })

    expect(shared).toMatchObject({ assets: [], assetCount: 3, sharedUsers: [{ id: ben.id }] })
    expect(again).toEqual(shared)
  })

  test('takes users off an album, and deletes it (L10, L11, L12)', async () => {
    const { options, ben } = await start()
    const { client, asBen } = createClients(options, ben)
    const before = await asBen.getAlbumCount()
    const { id } = await client.createAlbum({ albumName: 'A', sharedWithUserIds: [ben.id] })

    const shared = await asBen.getAlbumCount()
    await expect(asBen.deleteAlbum(id)).rejects.toMatchObject({ code: 'forbidden' })
    await asBen.removeUserFromAlbum(id, 'me')
    await expect(asBen.getAlbumInfo(id)).rejects.toMatchObject({ code: 'not_found' })
    await expect(client.removeUserFromAlbum(id, ben.id)).rejects.toMatchObject({ code: 'not_found' })
    await client.deleteAlbum(id)

    await expect(client.getAlbumInfo(id)).rejects.toMatchObject({ code: 'not_found' })
    expect([before.shared, shared.shared]).toEqual([0, 1])
  })

  test('sets everything that a person may set, of an asset or of several (CH1)', async () => {
    const { options, assetIds } = await start()
    const client = createValidatedClient(options)
    const [id = '', other = ''] = assetIds
    const { description: _, ...ofSeveral } = everyChange

    const changed = await client.updateAsset(id, everyChange)
    await client.updateAssets({ ids: [other], ...ofSeveral })

    expect(readChangedFields(changed)).toEqual(everyChange)
    expect(readChangedFields(await client.getAssetInfo(other))).toMatchObject(ofSeveral)
  })

  test('changes assets, and moves them to the trash and back (CH1, CH2, TR1, TR2, TR3, TR5)', async () => {
    const { options, ben, assetIds, foreignId, tagId } = await start()
    const { client, asBen } = createClients(options, ben)
    const [id = '', other = ''] = assetIds
    const album = await client.createAlbum({ albumName: 'A', assetIds: [id], sharedWithUserIds: [ben.id] })
    const change = { isFavorite: true, description: 'Dusk', dateTimeOriginal: '2001-01-01T00:00:00Z' }

    const changed = await client.updateAsset(id, change)
    await client.updateAssets({ ids: [other], stackParentId: id })
    const { stackParentId } = await client.getAssetInfo(other)
    await expect(asBen.updateAsset(id, change)).rejects.toMatchObject({ code: 'forbidden' })
    await expect(client.updateAssets({ ids: [id, foreignId] })).rejects.toMatchObject({ code: 'unusable_ids' })
    await expect(client.deleteAssets({ ids: [id, foreignId] })).rejects.toMatchObject({ code: 'unusable_ids' })
    await client.deleteAssets({ ids: [id] })
    const trashed = await client.getAssetInfo(id)
    const bin = await client.getAssetStatistics({ isTrashed: true })
    const tagged = await client.getTagAssets(tagId)
    await expect(asBen.getAssetInfo(id)).rejects.toMatchObject({ code: 'not_found' })
    await client.restoreAssets({ ids: [id] })
    const restored = await client.getAlbumInfo(album.id)
    await client.deleteAssets({ ids: [id] })
    await client.emptyTrash()
    await client.restoreTrash()

    expect(changed).toMatchObject({ isFavorite: true, localDateTime: '2001-01-01T00:00:00.000Z' })
    expect(changed.exifInfo).toMatchObject({ description: 'Dusk' })
    expect([stackParentId, trashed.isTrashed, bin.total, tagged.items.length]).toEqual([id, true, 1, 2])
    expect(restored.assets.map((asset) => asset.id)).toEqual([id])
    await expect(client.getAssetInfo(id)).rejects.toMatchObject({ code: 'not_found' })
    await expect(client.restoreAssets({ ids: [id] })).rejects.toMatchObject({ code: 'unusable_ids' })
  })

  test('adds assets to an album and removes them, with a result for each (G1, G2)', async () => {
    const { options, ben, assetIds, foreignId } = await start()
    const { client, asBen } = createClients(options, ben)
    const [first = '', second = ''] = assetIds
    const { id } = await client.createAlbum({ albumName: 'A', assetIds: [first], sharedWithUserIds: [ben.id] })

    const added = await client.addAssetsToAlbum(id, { ids: [first, second, second, foreignId] })
    const byBen = await asBen.addAssetsToAlbum(id, { ids: [foreignId, first] })
    const removed = await asBen.removeAssetFromAlbum(id, { ids: [foreignId, first, randomUUID()] })
    const after = await client.getAlbumInfo(id)

    expect([added, byBen, removed].map((results) => results.map(({ error = 'success' }) => error))).toEqual([
      ['duplicate', 'success', 'duplicate', 'not_found'],
      ['success', 'duplicate'],
      ['success', 'no_permission', 'not_found'],
    ])
    expect(after.assets.map((asset) => asset.id)).toEqual([second, first])
  })

  test('a tag has a name of its own, and is put on assets and taken off (G5, G6, G7)', async () => {
    const { options, assetIds, foreignId } = await start()
    const client = createValidatedClient(options)
    const [first = '', second = ''] = assetIds
    const tag = await client.createTag({ name: 'Sea' })

    const taken = await catchProblem(client.createTag({ name: 'Sea', type: 'OBJECT' }))
    const tagged = await client.tagAssets(tag.id, { assetIds: [first, second, second, foreignId] })
    const untagged = await client.untagAssets(tag.id, { assetIds: [first, first, foreignId] })
    const renamed = await client.updateTag(tag.id, { name: 'Lake' })
    const { tags } = await client.getAssetInfo(second)
    await client.deleteTag(tag.id)

    expect(taken).toMatchObject({ status: 409, code: 'name_taken' })
    expect([tagged, untagged].map((results) => results.map(({ error = 'success' }) => error))).toEqual([
      ['success', 'success', 'duplicate', 'not_found'],
      ['success', 'not_found', 'not_found'],
    ])
    expect(tags).toContainEqual(renamed)
    expect((await catchProblem(client.getTagAssets(tag.id))).code).toBe('not_found')
  })

  test('makes a key, which is shown once, and revokes it (X12)', async () => {
    const { options, ada, ben } = await start()
    const { client, asBen } = createClients(options, ben)
    const { apiKey, secret } = await client.createApiKey({
      scopes: ['user.read', 'user.read'],
      expiresAt: '2099-01-01',
    })
    const byKey = createValidatedClient({ ...options, apiKey: secret })

    const me = await byKey.getMyUserInfo()
    const renamed = await client.updateApiKey(apiKey.id, { name: 'Frame' })
    const [listed] = await client.getApiKeys()
    const foreign = await catchProblem(asBen.deleteApiKey(apiKey.id))
    await client.deleteApiKey(apiKey.id)
    const missing = await catchProblem(client.getApiKey(apiKey.id))
    const revoked = await catchProblem(byKey.getMyUserInfo())
    const late = await catchProblem(client.createApiKey({ expiresAt: '2024-01-01' }))

    expect(apiKey).toMatchObject({ name: 'API Key', scopes: ['user.read'], expiresAt: '2099-01-01T00:00:00.000Z' })
    expect(me.id).toBe(ada.id)
    expect(listed).toEqual(renamed)
    expect(listed).toMatchObject({ name: 'Frame', createdAt: apiKey.createdAt })
    expect([foreign.code, missing.code, revoked.code]).toEqual(['not_found', 'not_found', 'unauthenticated'])
    expect(late).toMatchObject({ code: 'invalid_request', errors: [{ pointer: '/expiresAt' }] })
  })

  test('the owner renames an album, and chooses its cover (G9)', async () => {
    const { options, ben, assetIds, foreignId } = await start()
    const client = createValidatedClient(options)
    const { id } = await client.createAlbum({ albumName: 'A', assetIds, sharedWithUserIds: [ben.id] })
    const asBen = createClient({ ...options, apiKey: ben.apiKey })

    const renamed = await client.updateAlbumInfo(id, { albumName: 'B', albumThumbnailAssetId: assetIds[2] ?? '' })
    const refused = await catchProblem(asBen.updateAlbumInfo(id, { albumName: 'C' }))
    const wrong = await catchProblem(client.updateAlbumInfo(id, { albumThumbnailAssetId: foreignId }))

    expect(renamed).toMatchObject({ albumName: 'B', albumThumbnailAssetId: assetIds[2], assetCount: 3, assets: [] })
    expect([refused.code, wrong.code]).toEqual(['forbidden', 'unusable_ids'])
    expect(wrong.errors).toMatchObject([{ pointer: '/albumThumbnailAssetId', code: 'unusable_id' }])
  })

  test('lets only the owner share (U1)', async () => {
    const { options, ben } = await start()
    const { id } = await createClient(options).createAlbum({ albumName: 'C', sharedWithUserIds: [ben.id] })
    const asBen = createClient({ ...options, apiKey: ben.apiKey })

    const seen = await catchProblem(asBen.addUsersToAlbum(id, { sharedUserIds: [] }))
    const unseen = await catchProblem(asBen.addUsersToAlbum(randomUUID(), { sharedUserIds: [] }))

    expect([seen.code, unseen.code]).toEqual(['forbidden', 'not_found'])
  })

  test('refuses ids that the caller may not use, at their positions (C8)', async () => {
    const { options, assetIds, foreignId } = await start()
    const ids = [assetIds[0] ?? '', foreignId, foreignId]

    const album = await catchProblem(createClient(options).createAlbum({ albumName: 'D', assetIds: ids }))
    const jobs = await catchProblem(createClient(options).runAssetJobs({ assetIds: ids, name: 'refresh-metadata' }))

    for (const problem of [album, jobs]) {
      expect(problem).toMatchObject({
        status: 400,
        code: 'unusable_ids',
        errors: [{ pointer: '/assetIds/1' }, { pointer: '/assetIds/2', code: 'unusable_id' }],
        errorCount: 2,
      })
    }
  })

  test('names each faulty part of a body (C4, C5, C6)', async () => {
    const { options } = await start()
    const body = { albumName: 'a\0', description: null, assetIDs: [] } as never

    const problem = await catchProblem(createClient(options).createAlbum(body))

    expect(problem).toMatchObject({
      code: 'invalid_request',
      errors: [{ pointer: '/albumName' }, { pointer: '/description' }, { pointer: '/assetIDs' }],
      errorCount: 3,
    })
  })

  test('refuses callers without a key, and does not find what does not exist (C9, C10)', async () => {
    const { options, tagId } = await start()

    const nobody = await catchProblem(createClient({ ...options, apiKey: 'mlk_x' }).getTagAssets(tagId))
    const missing = await catchProblem(createClient(options).getTagAssets(randomUUID()))
    const wrong = await catchProblem(createClient(options).getTagAssets('beach'))

    expect([nobody.code, missing.code, wrong.code]).toEqual(['unauthenticated', 'not_found', 'invalid_request'])
  })
})
