import { expect, test } from 'vitest'
import { createAssets, createUser } from '../support/database/factories.js'
import { send } from '../support/http/client.js'
import { startTestServer } from '../support/http/server.js'

// What immich-folder-album-creator sends: github.com/Salvoxia/immich-folder-album-creator, `immich_auto_album.py` of the tag 0.4.0.

const server = await startTestServer()

test('immich-folder-album-creator 0.4.0 makes albums of folders, and again', async () => {
  const ada = await createUser(server.database)
  const ids = await createAssets(server.database, ada, 3)
  const ask = async (method: string, path: string, body?: object) => {
    const headers = { accept: 'application/json' }
    const answer = await send(server, `/api/${path}`, { method, apiKey: ada.apiKey, body, headers })
    return { status: answer.status, body: answer.body }
  }

  const found = []
  for (let part = await ask('GET', 'asset?take=2'); ; part = await ask('GET', `asset?take=2&skip=${found.length}`)) {
    expect(part.status).toBe(200)
    found.push(...part.body)
    if (part.body.length < 2) break
  }
  expect(found.map(({ id }) => id).sort()).toEqual([...ids].sort())
  expect(found.every(({ originalPath }) => originalPath.startsWith('/'))).toBe(true)

  expect((await ask('GET', 'album')).body).toEqual([])
  const { status, body: album } = await ask('POST', 'album', { albumName: '2024', description: '2024' })
  expect(status).toBe(201)
  for (const added of [{ success: true }, { success: false, error: 'duplicate' }]) {
    const answer = await ask('PUT', `album/${album.id}/assets`, { ids })
    expect([answer.status, answer.body]).toEqual([200, ids.map((id) => ({ id, ...added }))])
  }
  expect((await ask('GET', 'album')).body).toMatchObject([{ albumName: '2024', id: album.id }])
})
