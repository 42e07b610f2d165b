import * as sdk from '@immich/sdk'
import { followTo } from '@media-library/test-support/openid-provider'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { makeJpeg, makeTiff } from './fixtures/photo.js'
import {
  createAsset,
  createAssets,
  createKey,
  createPerson,
  createTag,
  createUser,
} from './support/database/factories.js'
import { openFileLibrary } from './support/http/file-library.js'
import { REDIRECT_URI, startTestProvider } from './support/sign-in/openid-provider.js'
import { signInBy } from './support/sign-in/sign-in.js'
import { makeFile, toSha1 } from './support/uploads/upload.js'

const provider = await startTestProvider()
afterAll(() => provider.stop())
const { server, addFile, addDerived, addPersonPicture } = await openFileLibrary({
  ...signInBy(provider, { OAUTH_AUTO_REGISTER: 'true' }),
  UPLOAD_RESERVE: '0',
})
const { database } = server
const ada = await createUser(database)
const ben = await createUser(database)
const [first = '', second = ''] = await createAssets(database, ada, 2)

sdk.defaults.baseUrl = `${server.url}/api`
beforeEach(() => {
  sdk.defaults.headers = { 'x-api-key': ada.apiKey }
})

async function readContent(blob: Blob) {
  return [blob.type, Buffer.from(await blob.arrayBuffer()).toString('latin1')]
}

describe('the client of the self-hosted photo library works unchanged', () => {
  test('with albums', async () => {
    const { id } = await sdk.createAlbum({ createAlbumDto: { albumName: 'SDK', assetIds: [first] } })

    const shared = await sdk.addUsersToAlbum({ id, addUsersDto: { sharedUserIds: [ben.id] } })
    const added = await sdk.addAssetsToAlbum({ id, bulkIdsDto: { ids: [first, second, ben.id] } })
    const removed = await sdk.removeAssetFromAlbum({ id, bulkIdsDto: { ids: [first, ben.id] } })
    const change = { albumName: 'B', description: 'C', albumThumbnailAssetId: second, isActivityEnabled: false }
    const changed = await sdk.updateAlbumInfo({ id, updateAlbumDto: { ...change, order: sdk.AssetOrder.Asc } })

    expect(shared).toMatchObject({ id, albumName: 'SDK', assetCount: 1, shared: true, sharedUsers: [{ id: ben.id }] })
    expect(added).toEqual([
      { id: first, success: false, error: sdk.Error.Duplicate },
      { id: second, success: true },
      { id: ben.id, success: false, error: sdk.Error.NotFound },
    ])
    expect(removed).toEqual([
      { id: first, success: true },
      { id: ben.id, success: false, error: sdk.Error.NotFound },
    ])
    expect(changed).toMatchObject({ id, ...change, assetCount: 1 })
    expect((await sdk.getAlbumInfo({ id })).assets.map((asset) => asset.id)).toEqual([second])
    expect(await sdk.getAlbumInfo({ id, withoutAssets: true })).toMatchObject({ assetCount: 1, assets: [] })
    expect(await sdk.getAllAlbums({ shared: true })).toMatchObject([{ id, assets: [] }])
    expect(await sdk.getAlbumCount()).toEqual({ owned: 1, shared: 1, notShared: 0 })
    expect(await sdk.getAllAlbums({ assetId: second })).toMatchObject([{ id }])
    await sdk.removeUserFromAlbum({ id, userId: ben.id })
    expect((await sdk.getAlbumInfo({ id })).sharedUsers).toEqual([])
    await sdk.deleteAlbum({ id })
    expect(await sdk.getAllAlbums({})).toEqual([])
  })

  test('with archives', async () => {
    const { id } = await addFile(ada, Buffer.from('its content'), { originalFileName: 'a.jpg' })

    const info = await sdk.getDownloadInfo({ downloadInfoDto: { assetIds: [id], archiveSize: 1_000 } })
    const archive = await sdk.downloadArchive({ assetIdsDto: { assetIds: info.archives[0]?.assetIds ?? [] } })

    expect(info).toEqual({ archives: [{ assetIds: [id], size: 0 }], totalSize: 0 })
    const text = Buffer.from(await archive.arrayBuffer()).toString()
    expect(text.startsWith('PK') && text.includes('a.jpg') && text.includes('its content')).toBe(true)
  })

  test('with links for people without an account', async () => {
    const { id: photo } = await addFile(ada, await makeJpeg())
    const { Album, Individual } = sdk.SharedLinkType
    const { id: albumId } = await sdk.createAlbum({ createAlbumDto: { albumName: 'Linked', assetIds: [photo] } })
    const toAlbum = await sdk.createSharedLink({
      sharedLinkCreateDto: {
        type: Album,
        albumId,
        assetIds: [],
        password: 'secret',
        expiresAt: null,
        description: 'A',
      },
    })
    const chosen = await sdk.createSharedLink({
      sharedLinkCreateDto: { type: Individual, assetIds: [first], allowUpload: true },
    })
    const { id, key } = chosen

    const added = await sdk.addSharedLinkAssets({ id, assetIdsDto: { assetIds: [first, second, ben.id] } })
    const removed = await sdk.removeSharedLinkAssets({ id, assetIdsDto: { assetIds: [first, ben.id] } })
    const changed = await sdk.updateSharedLink({
      id,
      sharedLinkEditDto: { description: 'B', allowDownload: false, changeExpiryTime: true },
    })
    const all = await sdk.getAllSharedLinks()

    expect(added).toEqual([
      { assetId: first, success: false, error: sdk.Error2.Duplicate },
      { assetId: second, success: true },
      { assetId: ben.id, success: false, error: sdk.Error2.NotFound },
    ])
    expect(removed).toEqual([
      { assetId: first, success: true },
      { assetId: ben.id, success: false, error: sdk.Error2.NotFound },
    ])
    expect(changed).toMatchObject({ id, key, description: 'B', allowDownload: false, assets: [{ id: second }] })
    expect(all.map((link) => [link.id, link.type])).toEqual([
      [id, Individual],
      [toAlbum.id, Album],
    ])
    expect(await sdk.getSharedLinkById({ id })).toEqual(changed)

    sdk.defaults.headers = {}
    expect(await sdk.getMySharedLink({ key })).toMatchObject({ id, key, assets: [{ id: second }], userId: ada.id })
    expect(await sdk.addSharedLinkAssets({ id, key, assetIdsDto: { assetIds: [second] } })).toEqual([
      { assetId: second, success: false, error: sdk.Error2.Duplicate },
    ])
    await expect(sdk.getMySharedLink({ key: toAlbum.key })).rejects.toMatchObject({ status: 401 })
    const { token } = await sdk.getMySharedLink({ key: toAlbum.key, password: 'secret' })
    expect(await sdk.getMySharedLink({ key: toAlbum.key, token: token ?? '' })).toMatchObject({
      album: { id: albumId },
    })
    sdk.defaults.headers = { 'x-immich-share-token': token ?? '' }
    const visit = { key: toAlbum.key }
    expect((await sdk.getAlbumInfo({ id: albumId, ...visit })).assets.map((asset) => asset.id)).toEqual([photo])
    expect((await sdk.getAssetInfo({ id: photo, ...visit })).id).toBe(photo)
    expect((await sdk.downloadFile({ id: photo, ...visit })).size).toBeGreaterThan(0)
    const buckets = await sdk.getTimeBuckets({ albumId, size: sdk.TimeBucketSize.Day, ...visit })
    expect(buckets).toMatchObject([{ count: 1 }])

    sdk.defaults.headers = { 'x-api-key': ada.apiKey }
    await sdk.removeSharedLink({ id })
    await sdk.deleteAlbum({ id: albumId })
    expect(await sdk.getAllSharedLinks()).toEqual([])
    await expect(sdk.getMySharedLink({ key })).rejects.toMatchObject({ status: 404 })
  })

  test('with changes of assets and the trash', async () => {
    const { id } = await addFile(ada, await makeJpeg())
    const settings = { isFavorite: true, isArchived: false, description: 'SDK', latitude: 45.9, longitude: 6.13 }

    const changed = await sdk.updateAsset({
      id,
      updateAssetDto: { ...settings, dateTimeOriginal: '2001-02-03T04:05:06.000Z' },
    })
    await sdk.updateAssets({ assetBulkUpdateDto: { ids: [id], isArchived: true, stackParentId: first } })
    const stacked = await sdk.getAssetInfo({ id })
    await sdk.updateAssets({ assetBulkUpdateDto: { ids: [id], removeParent: true } })
    await sdk.deleteAssets({ assetBulkDeleteDto: { ids: [id] } })
    const { total } = await sdk.getAssetStatistics({ isTrashed: true })
    await sdk.restoreAssets({ bulkIdsDto: { ids: [id] } })
    await sdk.deleteAssets({ assetBulkDeleteDto: { ids: [id], force: false } })
    await sdk.restoreTrash()
    const restored = await sdk.getAssetInfo({ id })
    await sdk.deleteAssets({ assetBulkDeleteDto: { ids: [id] } })
    await sdk.emptyTrash()

    const { isFavorite, fileCreatedAt, exifInfo } = changed
    expect([isFavorite, fileCreatedAt, exifInfo?.description]).toEqual([true, '2001-02-03T04:05:06.000Z', 'SDK'])
    expect(stacked).toMatchObject({ isArchived: true, stackParentId: first })
    expect([total, restored.isTrashed, restored.stackParentId ?? null]).toEqual([1, false, null])
    await expect(sdk.getAssetInfo({ id })).rejects.toMatchObject({ status: 404 })
    expect((await sdk.getServerConfig()).trashDays).toBe(30)
  })

  test('by the paths of 1.90 to 1.93 (X10)', async () => {
    const content = await makeJpeg()
    const { id } = await addFile(ada, content)
    const headers = { 'x-api-key': ada.apiKey }

    const read = await fetch(`${server.url}/api/asset/assetById/${id}`, { headers })
    const downloaded = await fetch(`${server.url}/api/asset/download/${id}`, { method: 'POST', headers })

    expect(await read.json()).toMatchObject(await sdk.getAssetInfo({ id }))
    expect(Buffer.from(await downloaded.arrayBuffer())).toEqual(content)
    const ids = {
      body: JSON.stringify({ assetIds: [id] }),
      headers: { ...headers, 'content-type': 'application/json' },
    }
    const info = await fetch(`${server.url}/api/asset/download/info`, { method: 'POST', ...ids })
    const archive = await fetch(`${server.url}/api/asset/download/archive`, { method: 'POST', ...ids })
    expect([info.status, await info.json()]).toMatchObject([201, { archives: [{ assetIds: [id] }] }])
    expect([archive.status, Buffer.from(await archive.arrayBuffer()).includes(content)]).toEqual([200, true])

    const post = async (path: string, body?: object) => {
      const json = body && { body: JSON.stringify(body), headers: { ...headers, 'content-type': 'application/json' } }
      const { status } = await fetch(`${server.url}/api/asset/${path}`, { method: 'POST', headers, ...json })
      return [status, (await sdk.getAssetStatistics({ isTrashed: true })).total]
    }
    for (const restore of ['restore', 'trash/restore']) {
      await sdk.deleteAssets({ assetBulkDeleteDto: { ids: [id] } })
      expect(await post(restore, restore === 'restore' ? { ids: [id] } : undefined)).toEqual([204, 0])
    }
    await sdk.deleteAssets({ assetBulkDeleteDto: { ids: [id] } })
    expect(await post('trash/empty')).toEqual([204, 0])
    await expect(sdk.getAssetInfo({ id })).rejects.toMatchObject({ status: 404 })
  })

  test('with tags', async () => {
    const tag = await sdk.createTag({ createTagDto: { name: 'New', type: sdk.TagTypeEnum.Custom } })
    const { id } = await sdk.updateTag({ id: tag.id, updateTagDto: { name: 'Newer' } })
    await createTag(database, ada, { name: 'Other' })

    const tagged = await sdk.tagAssets({ id, assetIdsDto: { assetIds: [first, second, ben.id] } })
    const untagged = await sdk.untagAssets({ id, assetIdsDto: { assetIds: [first, ben.id] } })
    const assets = await sdk.getTagAssets({ id })
    const tags = await sdk.getAllTags()
    const found = await sdk.getTagById({ id })
    await sdk.deleteTag({ id })

    expect(tagged).toEqual([
      { assetId: first, success: true },
      { assetId: second, success: true },
      { assetId: ben.id, success: false, error: sdk.Error2.NotFound },
    ])
    expect(untagged).toEqual([
      { assetId: first, success: true },
      { assetId: ben.id, success: false, error: sdk.Error2.NotFound },
    ])
    expect(assets.map((asset) => asset.id)).toEqual([second])
    expect(tags.map(({ name }) => name)).toEqual(['Newer', 'Other'])
    expect(found).toEqual({ id, name: 'Newer', type: 'CUSTOM', userId: ada.id })
    await expect(sdk.getTagById({ id })).rejects.toMatchObject({ status: 404, data: { code: 'not_found' } })
  })

  test('with jobs', async () => {
    await sdk.runAssetJobs({ assetJobsDto: { assetIds: [first], name: sdk.AssetJobName.RefreshMetadata } })

    expect(await database.assetJob.findMany({ where: { assetId: first } })).toMatchObject([{ state: 'queued' }])
  })

  test('with users', async () => {
    const users = await sdk.getAllUsers({ isAll: false })

    expect(users.map(({ id }) => id)).toEqual([ada.id, ben.id])
    expect(await sdk.getMyUserInfo()).toEqual(users[0])
  })

  test('with people who join', async () => {
    const { id } = await createUser(database, { isAdmin: true })
    const password = 'correct horse'
    sdk.defaults.headers = { 'x-api-key': await createKey(database, id) }
    const user = { email: 'sdk@example.org', name: 'SDK', quotaSizeInBytes: 5, memoriesEnabled: false }

    const created = await sdk.createUser({ createUserDto: { ...user, password, storageLabel: 'sdk' } })
    const login = await sdk.login({ loginCredentialDto: { email: user.email, password } })
    const asked = { headers: { authorization: `Bearer ${login.accessToken}` } }
    sdk.defaults.headers = asked.headers
    const valid = await sdk.validateAccessToken()
    const change = { password, newPassword: 'battery staple' }
    const changed = await sdk.changePassword({ changePasswordDto: change })
    sdk.defaults.headers = { 'x-api-key': await createKey(database, id) }
    const updated = await sdk.updateUser({ updateUserDto: { id: created.id, isAdmin: true, name: 'Renamed' } })
    const picture = await sdk.createProfileImage({ createProfileImageDto: { file: makeFile(await makeJpeg()) } })
    const pictured = await sdk.getMyUserInfo()
    const { type } = await sdk.getProfileImage({ id })
    await sdk.deleteProfileImage()
    const deleted = await sdk.deleteUser({ id: created.id, deleteUserDto: {} })
    const listed = await sdk.getAllUsers({ isAll: false })
    const restored = await sdk.restoreUser({ id: created.id })

    expect(created).toMatchObject({ ...user, storageLabel: null, shouldChangePassword: true, status: 'active' })
    expect([login.userId, login.shouldChangePassword, valid]).toEqual([created.id, true, { authStatus: true }])
    expect(changed).toMatchObject({ id: created.id, shouldChangePassword: false, storageLabel: 'sdk' })
    expect(updated).toMatchObject({ name: 'Renamed', isAdmin: true })
    expect(picture).toEqual({ userId: id, profileImagePath: pictured.profileImagePath })
    expect([type, (await sdk.getMyUserInfo()).profileImagePath]).toEqual(['image/jpeg', ''])
    expect(deleted).toMatchObject({ id: created.id, status: sdk.UserStatus.Deleted })
    expect(listed).toContainEqual(expect.objectContaining({ id: created.id, status: 'deleted' }))
    expect(restored).toMatchObject({ id: created.id, status: 'active' })
    expect(await sdk.getUserById({ id: created.id })).toMatchObject({ name: 'Renamed' })
    const first = sdk.signUpAdmin({ signUpDto: { email: 'b@example.org', name: 'B', password } })
    await expect(first).rejects.toMatchObject({ status: 403, data: { code: 'forbidden' } })
    await sdk.deleteUser({ id: created.id, deleteUserDto: { force: true } })
    await sdk.deleteUser({ id, deleteUserDto: {} }).catch(() => {})
  })

  test('with assets', async () => {
    const { id, updatedAt } = await createAsset(database, ada, { isFavorite: true })

    const favorites = await sdk.getAllAssets({
      isFavorite: true,
      isArchived: false,
      userId: ada.id,
      take: 1,
      skip: 0,
      updatedAfter: updatedAt.toISOString(),
      updatedBefore: new Date(updatedAt.getTime() + 60_000).toISOString(),
      ifNoneMatch: '"other"',
    })

    expect(favorites.map((asset) => asset.id)).toEqual([id])
    expect(await sdk.getAssetInfo({ id })).toEqual(favorites[0])
    expect(await sdk.getAssetStatistics({ isArchived: false, isFavorite: true, isTrashed: false })).toMatchObject({
      images: 1,
      total: 1,
    })
  })

  test('with what finds (FI6, FI7, FI8)', async () => {
    const eve = await createUser(database)
    sdk.defaults.headers = { 'x-api-key': eve.apiKey }
    const take = (year: number, more = {}) =>
      createAsset(database, eve, { localDateTime: new Date(Date.UTC(year, 5, 15, 23)), ...more })
    const year = new Date().getUTCFullYear()
    const [old, last, now] = [await take(year - 2), await take(year - 1), await take(year)]
    const gone = await take(year - 1, { deletedAt: new Date() })
    await take(year - 1, { isArchived: true })
    await take(year - 1, { isVisible: false })
    const lisbon = { city: 'Lisboa', state: 'Estremadura', country: 'Portugal', latitude: 38.7, longitude: -9.1 }
    for (const { id } of [old, now, gone])
      await database.exif.create({ data: { assetId: id, ...lisbon, make: 'Canon' } })
    await database.exif.create({ data: { assetId: last.id, city: 'Évora', country: 'Portugal', model: 'X 1' } })

    expect(
      (await sdk.getMemoryLane({ day: 15, month: 6 })).map(({ assets, ...memory }) => [memory, assets[0]?.id]),
    ).toEqual([
      [{ yearsAgo: 1, title: '1 year since...' }, last.id],
      [{ yearsAgo: 2, title: '2 years since...' }, old.id],
    ])
    expect(await sdk.getMemoryLane({ day: 30, month: 2 })).toEqual([])
    expect(await sdk.getSearchSuggestions({ $type: sdk.SearchSuggestionType.City })).toEqual(['Évora', 'Lisboa'])
    expect(await sdk.getSearchSuggestions({ $type: sdk.SearchSuggestionType.City, make: 'Canon' })).toEqual(['Lisboa'])
    expect(await sdk.getSearchSuggestions({ $type: sdk.SearchSuggestionType.CameraModel, state: 'x' })).toEqual([])
    expect(await sdk.searchPlaces({ name: 'LISB' })).toEqual([
      {
        name: 'Lisboa',
        admin1name: 'Estremadura',
        admin2name: 'Portugal',
        latitude: 38.7,
        longitude: -9.1,
        count: 2,
        coverId: now.id,
      },
    ])
    expect(await sdk.searchPlaces({ name: 'x' })).toEqual([])
    expect((await sdk.getAssetsByCity()).map(({ id }) => id).sort()).toEqual([last.id, now.id].sort())
    const explored = await sdk.getExploreData()
    expect(
      explored.map(({ fieldName, items }) => [fieldName, items.map(({ value, data }) => [value, data.id])]),
    ).toEqual([
      [
        'exifInfo.city',
        [
          ['Lisboa', now.id],
          ['Évora', last.id],
        ],
      ],
      ['exifInfo.make', [['Canon', now.id]]],
      ['exifInfo.model', [['X 1', last.id]]],
    ])
    expect((await sdk.getRandom({ count: 9 })).length).toBe(4)
    expect((await sdk.getRandom({})).length).toBe(1)

    await database.exif.update({ where: { assetId: last.id }, data: { city: 'Porto' } })
    expect(await sdk.getSearchSuggestions({ $type: sdk.SearchSuggestionType.City })).toEqual(['Lisboa', 'Porto'])
    await database.user.update({ where: { id: eve.id }, data: { memoriesEnabled: false } })
    expect(await sdk.getMemoryLane({ day: 15, month: 6 })).toEqual([])
  })

  test('with people', async () => {
    const eve = await createUser(database)
    sdk.defaults.headers = { 'x-api-key': eve.apiKey }
    const [photo, other] = [await addFile(eve, await makeJpeg()), await addFile(eve, await makeJpeg())]
    const ada = await createPerson(database, eve, photo)
    const [bob, twin] = [
      await createPerson(database, eve, photo, { name: 'Bob' }),
      await createPerson(database, eve, other, { name: 'Ada L.' }),
    ]
    await addPersonPicture(ada, photo, Buffer.from('her picture'))

    const all = await sdk.getAllPeople({})
    const change = { name: 'Ada Byron', birthDate: '1815-12-10', featureFaceAssetId: photo.id }
    const changed = await sdk.updatePerson({ id: ada.id, personUpdateDto: change })
    const people = [{ id: bob.id, isHidden: true }]
    const hidden = await sdk.updatePeople({ peopleUpdateDto: { people } })
    const merged = await sdk.mergePerson({ id: ada.id, mergePersonDto: { ids: [twin.id, ben.id] } })

    expect(all).toMatchObject({ total: 3, hidden: 0, people: [{ id: ada.id }, { id: twin.id }, { id: bob.id }] })
    expect(changed).toMatchObject({ id: ada.id, name: 'Ada Byron', birthDate: '1815-12-10', isHidden: false })
    expect(hidden).toEqual([{ id: bob.id, success: true }])
    expect(merged).toEqual([
      { id: twin.id, success: true },
      { id: ben.id, success: false, error: sdk.Error.NotFound },
    ])
    expect((await sdk.getAllPeople({ withHidden: true })).people.map(({ id }) => id)).toEqual([ada.id, bob.id])
    expect(await sdk.getPerson({ id: ada.id })).toMatchObject({ name: 'Ada Byron' })
    expect(await sdk.getPersonStatistics({ id: ada.id })).toEqual({ assets: 2 })
    expect((await sdk.getPersonAssets({ id: ada.id })).map(({ id }) => id).sort()).toEqual([photo.id, other.id].sort())
    const faces = await sdk.getFaces({ id: other.id })
    expect(faces).toMatchObject([{ boundingBoxX1: 10, imageWidth: 800, person: { id: ada.id, name: 'Ada Byron' } }])
    expect(await sdk.reassignFacesById({ id: bob.id, faceDto: { id: faces[0]?.id ?? '' } })).toMatchObject({
      id: bob.id,
    })
    expect(await sdk.getPersonStatistics({ id: ada.id })).toEqual({ assets: 1 })
    await sdk.reassignFacesById({ id: ada.id, faceDto: { id: faces[0]?.id ?? '' } })
    expect(await sdk.searchPerson({ name: 'byr' })).toMatchObject([{ id: ada.id }])
    expect(await sdk.searchPerson({ name: 'bob', withHidden: false })).toEqual([])
    const found = await sdk.searchMetadata({ metadataSearchDto: { personIds: [ada.id] } })
    expect(found.assets.total).toBe(2)
    expect(await readContent(await sdk.getPersonThumbnail({ id: ada.id }))).toEqual(['image/jpeg', 'her picture'])
  })

  test('with a timeline', async () => {
    const asset = await createAsset(database, ada, { localDateTime: new Date('1999-12-31T23:59:59.999Z') })
    const person = await createPerson(database, ada, asset)
    const filter = {
      size: sdk.TimeBucketSize.Month,
      isArchived: false,
      isFavorite: false,
      isTrashed: false,
      order: sdk.AssetOrder.Asc,
      personId: person.id,
      userId: ada.id,
      withPartners: true,
      withStacked: true,
    }

    const buckets = await sdk.getTimeBuckets(filter)
    const assets = await sdk.getTimeBucket({ ...filter, timeBucket: buckets[0]?.timeBucket ?? '' })

    expect(buckets).toEqual([{ timeBucket: '1999-12-01T00:00:00.000Z', count: 1 }])
    expect(assets.map(({ id }) => id)).toEqual([asset.id])
  })

  test('with files', async () => {
    const content = await makeTiff()
    const asset = await addFile(ada, content, { resized: true })
    await addDerived(asset, 'webp', Buffer.from('a thumbnail'))
    await addDerived(asset, 'jpeg', Buffer.from('a preview'))
    const { id } = asset
    const preview = { id, format: sdk.ThumbnailFormat.Jpeg }

    expect(await readContent(await sdk.getAssetThumbnail({ id }))).toEqual(['image/webp', 'a thumbnail'])
    expect(await readContent(await sdk.getAssetThumbnail(preview))).toEqual(['image/jpeg', 'a preview'])
    expect(await readContent(await sdk.serveFile({ id, isThumb: false, isWeb: true }))).toEqual([
      'image/jpeg',
      'a preview',
    ])
    expect(await readContent(await sdk.downloadFile({ id }))).toEqual(['image/tiff', content.toString('latin1')])
    await expect(sdk.getAssetThumbnail({ id: first })).rejects.toMatchObject({ status: 404 })
  })

  test('with uploads', async () => {
    const content = await makeJpeg()
    const times = { fileCreatedAt: '2024-05-06T07:08:09.000Z', fileModifiedAt: '2024-05-06T07:08:09.000Z' }

    const { id, duplicate } = await sdk.uploadFile({
      createAssetDto: { assetData: makeFile(content), deviceAssetId: 'a', deviceId: 'sdk', ...times, isFavorite: true },
    })
    const { results } = await sdk.checkBulkUpload({
      assetBulkUploadCheckDto: { assets: [{ id: 'a.jpg', checksum: toSha1(content) }] },
    })

    expect(duplicate).toBe(false)
    expect(results).toEqual([{ id: 'a.jpg', action: 'reject', reason: 'duplicate', assetId: id }])
    expect(await sdk.getAssetInfo({ id })).toMatchObject({ isFavorite: true, deviceId: 'sdk' })
  })

  test('with the requests that it makes first', async () => {
    const { major, minor, patch } = await sdk.getServerVersion()

    expect([major, minor, patch].every(Number.isInteger)).toBe(true)
    expect(await sdk.pingServer()).toEqual({ res: 'pong' })
    expect(await sdk.getServerConfig()).toMatchObject({ isInitialized: true, oauthButtonText: 'Sign in' })
    expect((await sdk.getSupportedMediaTypes()).image).toEqual(expect.arrayContaining(['.heic', '.jpg', '.nef']))
  })

  test('with keys of the caller (X12)', async () => {
    const { apiKey, secret } = await sdk.createApiKey({ apiKeyCreateDto: { name: 'Frame' } })
    const { id } = apiKey

    const renamed = await sdk.updateApiKey({ id, apiKeyUpdateDto: { name: 'Hall' } })
    const listed = await sdk.getApiKeys()
    const seen = await sdk.getApiKey({ id })
    const me = await sdk.getMyUserInfo({ headers: { 'x-api-key': secret } })
    await sdk.deleteApiKey({ id })

    expect([apiKey.name, renamed.name, me.id]).toEqual(['Frame', 'Hall', ada.id])
    expect(listed[0]).toEqual(seen)
    await expect(sdk.getApiKey({ id })).rejects.toMatchObject({ status: 404 })
    expect((await sdk.createApiKey({ apiKeyCreateDto: {} })).apiKey.name).toBe('API Key')
  })

  test('to sign users in (X3)', async () => {
    sdk.defaults.headers = {}
    const { oauth, passwordLogin } = await sdk.getServerFeatures()
    const { url } = await sdk.startOAuth({ oAuthConfigDto: { redirectUri: REDIRECT_URI } })
    const login = await sdk.finishOAuth({ oAuthCallbackDto: { url: await followTo(REDIRECT_URI, url) } })
    sdk.defaults.headers = { authorization: `Bearer ${login.accessToken}` }
    const { id } = await sdk.getMyUserInfo()
    const again = await sdk.startOAuth({ oAuthConfigDto: { redirectUri: REDIRECT_URI } })
    await sdk.finishOAuth({ oAuthCallbackDto: { url: await followTo(REDIRECT_URI, again.url) } })
    const devices = await sdk.getAuthDevices()
    const other = devices.find(({ current }) => !current)
    await sdk.logoutAuthDevice({ id: other?.id ?? '' })
    await sdk.logoutAuthDevices()
    const left = await sdk.getAuthDevices()
    const { successful } = await sdk.logout()

    expect([devices.length, left.length]).toEqual([2, 1])
    expect({ oauth, passwordLogin, successful }).toEqual({ oauth: true, passwordLogin: true, successful: true })
    expect(id).toBe(login.userId)
    await expect(sdk.logout()).rejects.toMatchObject({ status: 401 })
  })
})
