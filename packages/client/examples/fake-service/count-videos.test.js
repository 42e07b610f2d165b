import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient } from '@media-library/client'
import { createFakeService } from '@media-library/client/testing'
import { countVideos } from './count-videos.js'

const service = createFakeService()
const client = createClient(service.options)

test('counts the videos of a tag', async () => {
  const assets = [service.addAsset({ type: 'VIDEO' }), service.addAsset({ type: 'IMAGE' })]
  const tag = service.addTag({ assetIds: assets.map(({ id }) => id) })

  assert.equal(await countVideos(client, tag.id), 1)
})

test('goes on when the service was busy for a moment', async () => {
  const tag = service.addTag()
  service.failNext('unavailable', { retryAfter: 0 })

  assert.equal(await countVideos(client, tag.id), 0)
})
