exports.makeFakeWorld = makeFakeWorld

/** Creates the library of the world in the fake service. */
function makeFakeWorld(createFakeService) {
  const redirectUri = 'http://127.0.0.1:4000/auth/login'
  const service = createFakeService({ redirectUris: [redirectUri] })
  const personId = '0190f3d2-0000-7000-8000-000000000006'
  const face = {
    boundingBoxX1: 1,
    boundingBoxX2: 2,
    boundingBoxY1: 1,
    boundingBoxY2: 2,
    id: '0190f3d2-0000-7000-8000-000000000009',
    imageHeight: 9,
    imageWidth: 9,
  }
  const ada = { birthDate: null, faces: [face], id: personId, isHidden: false, name: 'Ada', thumbnailPath: '' }
  const assets = [service.addAsset({ people: [ada] }), service.addAsset()]
  service.addFile(personId, 'JPEG', new Uint8Array([1, 2, 3]))
  const tag = service.addTag({ assetIds: assets.map(({ id }) => id) })
  for (const kind of ['original', 'WEBP', 'JPEG']) service.addFile(assets[0].id, kind, new Uint8Array([1, 2, 3]))
  return {
    service,
    options: { baseUrl: service.baseUrl },
    apiKey: service.user.apiKey,
    assetId: assets[0].id,
    tagId: tag.id,
    personId,
    otherUserId: service.addUser().id,
    redirectUri,
    arrive: async (url) => service.signIn(url),
    makeCode: async () => service.signInCode(),
  }
}
