import assert = require('node:assert')
import client = require('@media-library/client')
import tanstack = require('@media-library/client/tanstack')
import testing = require('@media-library/client/testing')
import validated = require('@media-library/client/validated')

const service = testing.createFakeService()
const tag: client.Tag = service.addTag({ assetIds: [service.addAsset().id] })

async function read() {
  for (const { createClient } of [client, validated]) {
    const assets: client.ListPage<client.Asset> = await createClient(service.options).getTagAssets(tag.id)
    assert.equal(assets.items.length, 1)
  }
  const { queryKey } = tanstack.createQueries(client.createClient(service.options)).tags()
  assert.notDeepEqual(queryKey, [])
}

void read()
