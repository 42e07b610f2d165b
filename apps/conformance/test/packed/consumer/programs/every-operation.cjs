exports.runEveryOperation = runEveryOperation

/**
 * Calls every operation of a client, and throws when one answers something unexpected, or when one was left out. It needs only the
 * language, so that the same lines run on each platform. Returns the names of the operations.
 */
async function runEveryOperation({ createClient, isProblem }, world) {
  const called = new Set()
  const connect = (credential) => recorded(createClient({ ...world.options, ...credential }), called)
  const client = connect({ apiKey: world.apiKey })
  await findIds(client, world)
  await shareAlbum(client, world)
  await changeLinks(client, world)
  await changeTags(client, world)
  await changePeople(client, world)
  await changeAssets(client, world)
  // Hermes alone has no File; React Native adds it.
  const hasFiles = typeof File === 'function'
  if (hasFiles) await upload(client)
  await runJobs(client, world)
  await loadFiles(client, world)
  await hearEvent(client, world)
  await changeKeys(client, connect)
  await manageUsers(client, connect)
  await signIn(client, connect, world)
  await meetProblem(client, isProblem, world)

  const missed = Object.keys(client).filter(
    (name) => !called.has(name) && (hasFiles || !/upload|createProfile/i.test(name)),
  )
  expect('operations that were left out', missed, [])
  return [...called].sort()
}

async function findIds(client, { assetId, tagId, otherUserId }) {
  expect('pingServer', (await client.pingServer()).res, 'pong')
  expect('request', (await client.request('GET', '/api/server-info/ping')).res, 'pong')
  expect('getServerVersion', typeof (await client.getServerVersion()).major, 'number')
  expect('getServerConfig', typeof (await client.getServerConfig()), 'object')
  expect('getSupportedMediaTypes', (await client.getSupportedMediaTypes()).image.includes('.jpg'), true)
  const me = await client.getMyUserInfo()
  expect('getAllUsers', toIds(await client.getAllUsers(), [me.id, otherUserId]), [me.id, otherUserId])
  expect('getAllTags', toIds(await client.getAllTags(), [tagId]), [tagId])
  expect('getTagById', (await client.getTagById(tagId)).id, tagId)
  expect('getAssetInfo', (await client.getAssetInfo(assetId)).id, assetId)
  const tagged = await client.getTagAssets(tagId)
  const listed = []
  for await (const { id } of client.getTagAssets(tagId, { limit: 1 })) listed.push(id)
  expect('getTagAssets, page by page', listed, toIds(tagged.items))
  expect('getAllAssets', toIds((await client.getAllAssets()).items, [assetId]), [assetId])
  expect('searchMetadata', toIds((await client.searchMetadata({})).assets.items, [assetId]), [assetId])
  expect('search', toIds((await client.search({})).items, [assetId]), [assetId])
  expect('getSearchSuggestions', Array.isArray(await client.getSearchSuggestions({ type: 'city' })), true)
  expect('searchPlaces', Array.isArray(await client.searchPlaces()), true)
  expect('getExploreData', Array.isArray(await client.getExploreData()), true)
  expect('getAssetsByCity', Array.isArray(await client.getAssetsByCity()), true)
  expect('getMemoryLane', Array.isArray(await client.getMemoryLane({ day: 1, month: 1 })), true)
  expect('getRandom', (await client.getRandom({ count: 1 })).length, 1)
  expect('getAssetStatistics', (await client.getAssetStatistics()).total >= listed.length, true)
  const [bucket] = await client.getTimeBuckets({ size: 'MONTH' })
  const month = await client.getTimeBucket({ size: 'MONTH', timeBucket: bucket.timeBucket })
  expect('getTimeBucket', month.length, bucket.count)
}

async function shareAlbum(client, { assetId, otherUserId }) {
  const made = await client.createAlbum({ albumName: 'Été 🏖', assetIds: [assetId] }).withResponse()
  expect('createAlbum', [made.data.albumName, made.data.assetCount], ['Été 🏖', 1])
  expect('withResponse', typeof made.response.requestId, 'string')
  const { id } = made.data
  const shared = await client.addUsersToAlbum(id, { sharedUserIds: [otherUserId] })
  expect('addUsersToAlbum', toIds(shared.sharedUsers), [otherUserId])
  expect('getAllAlbums', toIds((await client.getAllAlbums()).items, [id]), [id])
  expect('getAlbumInfo', (await client.getAlbumInfo(id)).assetCount, 1)
  expect('removeAssetFromAlbum', await client.removeAssetFromAlbum(id, { ids: [assetId] }), [
    { id: assetId, success: true },
  ])
  expect('addAssetsToAlbum', await client.addAssetsToAlbum(id, { ids: [assetId] }), [{ id: assetId, success: true }])
  expect('updateAlbumInfo', (await client.updateAlbumInfo(id, { albumName: 'Autumn' })).albumName, 'Autumn')
  await client.removeUserFromAlbum(id, otherUserId)
  expect('removeUserFromAlbum', (await client.getAlbumInfo(id)).sharedUsers.length, 0)
  const { owned } = await client.getAlbumCount()
  const spare = await client.createAlbum({ albumName: 'Spare' })
  await client.deleteAlbum(spare.id)
  expect('deleteAlbum', (await client.getAlbumCount()).owned, owned)
}

async function changeLinks(client, { assetId }) {
  const { id, key } = await client.createSharedLink({ type: 'INDIVIDUAL', assetIds: [assetId] })
  expect('getMySharedLink', (await client.getMySharedLink({ key })).id, id)
  expect('getAllSharedLinks', toIds(await client.getAllSharedLinks(), [id]), [id])
  expect('updateSharedLink', (await client.updateSharedLink(id, { description: 'D' })).description, 'D')
  const assetIds = [assetId]
  const changed = [{ assetId, success: true }]
  expect('removeSharedLinkAssets', await client.removeSharedLinkAssets(id, { assetIds }), changed)
  expect('addSharedLinkAssets', await client.addSharedLinkAssets(id, { assetIds }), changed)
  expect('getSharedLinkById', toIds((await client.getSharedLinkById(id)).assets), assetIds)
  await client.removeSharedLink(id)
}

async function changeTags(client, { assetId }) {
  const name = 'Of this platform'
  const { id } = await client.createTag({ name, type: 'CUSTOM' })
  expect('updateTag', (await client.updateTag(id, { name: `${name} renamed` })).name, `${name} renamed`)
  expect('tagAssets', await client.tagAssets(id, { assetIds: [assetId] }), [{ assetId, success: true }])
  expect('untagAssets', await client.untagAssets(id, { assetIds: [assetId] }), [{ assetId, success: true }])
  await client.deleteTag(id)
}

async function changePeople(client, { personId, assetId, otherUserId, options }) {
  const { people } = await client.getAllPeople()
  expect('getAllPeople', toIds(people, [personId]), [personId])
  expect('searchPerson', toIds(await client.searchPerson({ name: 'ad' }), [personId]), [personId])
  expect('getPerson', (await client.getPerson(personId)).name, 'Ada')
  expect('getPersonAssets', toIds((await client.getPersonAssets(personId)).items, [assetId]), [assetId])
  expect('getPersonStatistics', (await client.getPersonStatistics(personId)).assets > 0, true)
  expect('getPersonThumbnail', (await (await client.getPersonThumbnail(personId)).arrayBuffer()).byteLength > 0, true)
  expect('personUrl', client.personUrl(people[0]).startsWith(`${options.baseUrl}/api/person/`), true)
  expect('updatePerson', (await client.updatePerson(personId, { birthDate: '1815-12-10' })).birthDate, '1815-12-10')
  expect('updatePeople', await client.updatePeople({ people: [{ id: personId, isHidden: false }] }), [
    { id: personId, success: true },
  ])
  const [face] = await client.getFaces({ id: assetId })
  expect('getFaces', face.person.id, personId)
  await client.unassignFace(face.id)
  expect('unassignFace', (await client.getFaces({ id: assetId }))[0].person, null)
  expect('reassignFacesById', (await client.reassignFacesById(personId, { id: face.id })).id, personId)
  expect('mergePerson', await client.mergePerson(personId, { ids: [otherUserId] }), [
    { id: otherUserId, success: false, error: 'not_found' },
  ])
}

/** Moves the asset of the world to the trash, and restores it. */
async function changeAssets(client, { assetId }) {
  expect('updateAsset', (await client.updateAsset(assetId, { description: 'Dusk' })).exifInfo.description, 'Dusk')
  await client.updateAssets({ ids: [assetId], isFavorite: true })
  expect('updateAssets', (await client.getAssetInfo(assetId)).isFavorite, true)
  await client.deleteAssets({ ids: [assetId] })
  expect('deleteAssets', (await client.getAssetInfo(assetId)).isTrashed, true)
  await client.restoreAssets({ ids: [assetId] })
  expect('restoreAssets', (await client.getAssetInfo(assetId)).isTrashed, false)
  await client.deleteAssets({ ids: [assetId] })
  await client.restoreTrash()
  expect('restoreTrash', (await client.getAssetInfo(assetId)).isTrashed, false)
  await client.emptyTrash()
  expect('emptyTrash', (await client.getAssetStatistics({ isTrashed: true })).total, 0)
}

async function upload(client) {
  const file = new File(['GIF89a'], 'a.gif', { type: 'image/gif' })
  const { id } = await client.uploadFile(file)
  const [outcome] = await client.uploadFiles([file])
  expect('uploadFiles', [outcome.state, outcome.id], ['duplicate', id])
  const checked = await client.checkBulkUpload({ assets: [{ id: 'b.gif', checksum: '00'.repeat(20) }] })
  expect('checkBulkUpload', checked.results[0].action, 'accept')
  // The file is none that the service can draw; the fake service draws nothing.
  const drawn = await client.createProfileImage(file).catch((reason) => reason)
  expect('createProfileImage', drawn.status === 415 || 'profileImagePath' in drawn, true)
}

async function runJobs(client, { assetId }) {
  await client.runAssetJobs({ assetIds: [assetId], name: 'refresh-metadata' })
  const { items } = await client.getAssetJobs({ assetId: [assetId], name: 'refresh-metadata' })
  expect('getAssetJobs', items.length, 1)
  expect('getJobCounts', typeof (await client.getJobCounts())['refresh-metadata'].queued, 'number')
  expect('waitForJobs', await client.waitForJobs([assetId], { name: 'transcode-video' }), [])
}

async function loadFiles(client, { assetId, options }) {
  const asset = await client.getAssetInfo(assetId)
  for (const name of ['getAssetThumbnail', 'serveFile', 'downloadFile']) {
    expect(name, (await (await client[name](assetId)).arrayBuffer()).byteLength > 0, true)
  }
  const { archives } = await client.getDownloadInfo({ assetIds: [assetId] })
  expect('getDownloadInfo', archives[0].assetIds, [assetId])
  const archive = await client.downloadArchive({ assetIds: [assetId] })
  expect('downloadArchive', (await archive.arrayBuffer()).byteLength > 0, true)
  for (const name of ['thumbnailUrl', 'fileUrl', 'downloadUrl', 'profileImageUrl']) {
    expect(name, client[name](asset).startsWith(`${options.baseUrl}/api/`), true)
  }
}

/** Creates albums until the client receives an event about one. */
async function hearEvent(client, { hasStreams = true }) {
  const events = client.listenToEvents()
  if (!hasStreams) {
    const refused = await events.next().catch((error) => error)
    return expect('listenToEvents', refused.message.includes('provides no stream'), true)
  }
  let event
  const heard = events.next().then(({ value }) => {
    event = value
  })
  for (let tries = 0; event === undefined && tries < 100; tries += 1) {
    await client.createAlbum({ albumName: 'Heard' })
    await Promise.race([heard, new Promise((resolve) => setTimeout(resolve, 100))])
  }
  expect('listenToEvents', typeof event?.type, 'string')
  await events.return()
}

async function changeKeys(client, connect) {
  const { apiKey, secret } = await client.createApiKey({ name: 'Of this platform', scopes: ['key.read'] })
  const { id } = apiKey
  expect('createApiKey, getApiKeys', toIds(await connect({ apiKey: secret }).getApiKeys(), [id]), [id])
  expect('updateApiKey', (await client.updateApiKey(id, { name: 'Renamed' })).name, 'Renamed')
  expect('getApiKey', (await client.getApiKey(id)).name, 'Renamed')
  await client.deleteApiKey(id)
  expect('deleteApiKey', toIds(await client.getApiKeys(), [id]), [])
}

async function manageUsers(client, connect) {
  const [email, password] = [`${Date.now()}-${Math.random()}@example.org`, 'correct horse']
  const { id } = await client.createUser({ email, name: 'Cy', password })
  expect('updateUser', (await client.updateUser({ id, name: 'Cyrus' })).name, 'Cyrus')
  expect('getUserById', (await client.getUserById(id)).name, 'Cyrus')
  const cy = connect({ token: (await connect({ token: () => undefined }).login({ email, password })).accessToken })
  expect('login, validateAccessToken', (await cy.validateAccessToken()).authStatus, true)
  expect('changePassword', (await cy.changePassword({ password, newPassword: 'battery staple' })).id, id)
  expect('renewInvitation', (await client.renewInvitation(id)).invitation.id, id)
  expect('getInvitations', toIds(await client.getInvitations(), [id]), [id])
  await client.deleteInvitation(id)
  expect('deleteUser', (await client.deleteUser(id, {})).status, 'deleted')
  expect('restoreUser', (await client.restoreUser(id)).status, 'active')
  const { invitation } = await client.createInvitation({ email: `invited-${email}`, name: 'Dora' })
  await client.deleteUser(invitation.id, { force: true })
  expect('deleteProfileImage', await client.deleteProfileImage(), undefined)
  const me = await client.getMyUserInfo()
  expect('getProfileImage', (await client.getProfileImage(me.id).catch((reason) => reason)).status, 404)
  expect('getPasskeys', await client.getPasskeys(), [])
  await usePasskeys(client, id)
  const first = { email, name: 'Cy', password }
  const refused = await client.signUpAdmin(first, { setUpCode: 'none' }).catch((reason) => reason)
  expect('signUpAdmin', refused.status, 403)
}

/** Passkeys need a page of the service: a program is told so, but not by the fake service. */
async function usePasskeys(client, id) {
  const part = { id: 'AA', rawId: 'AA', type: 'public-key' }
  const made = { ...part, response: { clientDataJSON: 'AA', attestationObject: 'AA' } }
  const used = {
    ...part,
    response: { clientDataJSON: 'AA', authenticatorData: 'AA', signature: 'AA', userHandle: 'AA' },
  }
  for (const [name, args, status] of [
    ['createPasskeyOptions', [], 403],
    ['createPasskey', [{ credential: made }], 403],
    ['updatePasskey', [id, { name: 'Phone' }], 404],
    ['deletePasskey', [id], 404],
    ['signInWithPasskey', [{ credential: used }], 400],
  ]) {
    expect(name, (await client[name](...args).catch((reason) => reason)).status, status)
  }
  const options = await client.createPasskeySignInOptions().catch((reason) => reason)
  expect('createPasskeySignInOptions', options.status === 400 || 'challenge' in options, true)
}

async function signIn(client, connect, { redirectUri, arrive, makeCode }) {
  const nobody = connect({ token: () => undefined })
  expect('features', (await nobody.features()).oauth, true)
  expect('generateOAuthConfig', (await nobody.generateOAuthConfig({ redirectUri })).enabled, true)
  const { url } = await nobody.authorize({ redirectUri })
  const { accessToken } = await nobody.finishSignIn({ url: await arrive(url) })
  expect('finishSignIn', (await connect({ token: accessToken }).getMyUserInfo()).email.includes('@'), true)
  expect('logout', (await connect({ token: accessToken }).logout()).successful, true)
  const session = connect({ token: (await client.signInWithKey()).accessToken })
  const current = (await session.getAuthDevices()).filter((device) => device.current)
  expect('signInWithKey, getAuthDevices', current.length, 1)
  await session.logoutAuthDevices()
  expect('logoutAuthDevices', toIds(await session.getAuthDevices()), toIds(current))
  await client.logoutAuthDevice(current[0].id)
  expect('logoutAuthDevice', await client.getAuthDevices(), [])
  expect('signInWithCode', typeof (await nobody.signInWithCode({ code: await makeCode() })).accessToken, 'string')
}

async function meetProblem(client, isProblem, { otherUserId }) {
  const error = await client.getTagById(otherUserId).catch((reason) => reason)
  expect('a problem', [isProblem(error, 'not_found'), error.status, error.operation], [true, 404, 'getTagById'])
}

/** Returns a client that adds the names of the called operations to `called`. */
function recorded(client, called) {
  const operations = Object.entries(client).map(([name, operation]) => [
    name,
    (...args) => {
      called.add(name)
      return operation(...args)
    },
  ])
  return Object.fromEntries(operations)
}

function toIds(list, wanted) {
  const ids = list.map(({ id }) => id)
  return wanted ? wanted.filter((id) => ids.includes(id)) : ids
}

function expect(what, found, expected) {
  const [is, should] = [JSON.stringify(found), JSON.stringify(expected)]
  if (is !== should) throw new Error(`${what}: ${is} instead of ${should}`)
}
