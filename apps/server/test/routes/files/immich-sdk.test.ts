import * as sdk from '@immich/sdk'
import { expect, test } from 'vitest'
import { makeJpeg, makeTiff } from '../../fixtures/photo.js'
import { createUser } from '../../support/database/factories.js'
import { openFileLibrary } from '../../support/http/file-library.js'

const { server, addFile, addDerived } = await openFileLibrary()
const ada = await createUser(server.database)

sdk.defaults.baseUrl = `${server.url}/api`
sdk.defaults.headers = { 'x-api-key': ada.apiKey }

async function bytesOf(blob: Blob) {
  return Buffer.from(await blob.arrayBuffer())
}

test('getAssetThumbnail resolves to the picture', async () => {
  const asset = await addFile(ada, await makeJpeg(), { resized: true })
  await addDerived(asset, 'webp', Buffer.from('a thumbnail'))
  await addDerived(asset, 'jpeg', Buffer.from('a preview'))

  const thumbnail = await sdk.getAssetThumbnail({ id: asset.id })
  const preview = await sdk.getAssetThumbnail({ id: asset.id, format: sdk.ThumbnailFormat.Jpeg, key: 'ignored' })

  expect([thumbnail.type, (await bytesOf(thumbnail)).toString()]).toEqual(['image/webp', 'a thumbnail'])
  expect([preview.type, (await bytesOf(preview)).toString()]).toEqual(['image/jpeg', 'a preview'])
})

test('serveFile resolves to the file for a browser', async () => {
  const content = await makeJpeg()
  const asset = await addFile(ada, content)
  const other = await addFile(ada, await makeTiff(), { resized: true })
  await addDerived(other, 'jpeg', Buffer.from('a preview'))

  expect(await bytesOf(await sdk.serveFile({ id: asset.id, isThumb: false, isWeb: true }))).toEqual(content)
  expect((await bytesOf(await sdk.serveFile({ id: other.id }))).toString()).toBe('a preview')
})

test('downloadFile resolves to the original', async () => {
  const content = await makeTiff()
  const asset = await addFile(ada, content)

  const file = await sdk.downloadFile({ id: asset.id })

  expect([file.type, (await bytesOf(file)).equals(content)]).toEqual(['image/tiff', true])
})

test('a picture that is still being made rejects with its problem', async () => {
  const asset = await addFile(ada, await makeJpeg())
  await sdk.runAssetJobs({ assetJobsDto: { assetIds: [asset.id], name: sdk.AssetJobName.RegenerateThumbnail } })

  await expect(sdk.getAssetThumbnail({ id: asset.id })).rejects.toMatchObject({ status: 404 })
})
