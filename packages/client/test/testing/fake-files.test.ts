import { expect, test } from 'vitest'
import { createFakeService } from '../../src/testing/index.js'

const service = createFakeService()
const { id } = service.addAsset()
service.addFile(id, 'original', new TextEncoder().encode('a photo'))

function load(headers: Record<string, string>) {
  const path = `/api/download/asset/${id}`
  return service.fetch(service.baseUrl + path, { headers: { 'x-api-key': service.user.apiKey, ...headers } })
}

test('F4 answers a range only of the version that If-Range names', async () => {
  const etag = (await load({})).headers.get('etag') ?? ''

  const same = await load({ range: 'bytes=2-6', 'if-range': etag })
  const other = await load({ range: 'bytes=2-6', 'if-range': '"other"' })

  expect([same.status, await same.text()]).toEqual([206, 'photo'])
  expect([other.status, await other.text()]).toEqual([200, 'a photo'])
})

test('F4 refuses a request for another version', async () => {
  const etag = (await load({})).headers.get('etag') ?? ''

  const statuses = await Promise.all(
    [etag, '*', '"other"'].map(async (tag) => (await load({ 'if-match': tag })).status),
  )

  expect(statuses).toEqual([200, 200, 412])
})
