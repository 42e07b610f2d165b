// Makes an album of the photos of a tag: MEDIA_LIBRARY_KEY=… npm start -- Holiday
import { createClient, isProblem } from '@media-library/client'

const { MEDIA_LIBRARY_URL: baseUrl = 'http://127.0.0.1:2283', MEDIA_LIBRARY_KEY: apiKey } = process.env
const [, , name] = process.argv
const client = createClient({ baseUrl, apiKey })

try {
  const tag = (await client.getAllTags()).find((one) => one.name === name)
  if (!tag) throw new Error(`There is no tag ${name}.`)
  const assetIds = []
  for await (const asset of client.getTagAssets(tag.id)) assetIds.push(asset.id)
  const album = await client.createAlbum({ albumName: tag.name, assetIds })
  process.stdout.write(`${album.albumName}: ${album.assetCount} assets\n`)
} catch (error) {
  process.stderr.write(`${isProblem(error) ? error.problem.detail : error}\n`)
  process.exitCode = 1
}
