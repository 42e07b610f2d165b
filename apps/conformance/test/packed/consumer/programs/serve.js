// Starts the server of the contract's README, with stores in memory, and prints its answers to a few requests.
import { once } from 'node:events'
import { anAlbum } from '@media-library/client/testing'

const known = anAlbum()
globalThis.albums = {
  create: async ({ albumName }) => anAlbum({ albumName }),
  share: async (id) => (id === known.id ? known : undefined),
}
globalThis.assets = { listOf: async () => [] }
globalThis.jobs = { enqueue: async () => undefined }

const { app } = await import('./src/server.ts')
const server = app.listen(0, '127.0.0.1')
await once(server, 'listening')
const ask = async (method, path, body) => {
  const response = await fetch(`http://127.0.0.1:${server.address().port}/api${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const { status, headers } = response
  const text = await response.text()
  return { status, type: headers.get('content-type')?.split(';')[0], body: text && JSON.parse(text) }
}
const unknown = '0190f3d2-0000-7000-8000-00000000000f'
const answers = {
  created: await ask('POST', '/album', { albumName: 'Summer' }),
  unnamed: await ask('POST', '/album', { assetIds: ['no id'], sharedWithUserIds: 1, colour: 'red' }),
  shared: await ask('PUT', `/album/${known.id}/users`, { sharedUserIds: [] }),
  missing: await ask('PUT', `/album/${unknown}/users`, { sharedUserIds: [] }),
  nowhere: await ask('PUT', '/album/no-id/users', { sharedUserIds: [] }),
  listed: await ask('GET', `/tag/${unknown}/assets?limit=0`),
  queued: await ask('POST', '/asset/jobs', { assetIds: [], name: 'refresh-metadata' }),
}
process.stdout.write(JSON.stringify(answers))
server.close()
