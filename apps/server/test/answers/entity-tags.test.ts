import { expect, test } from 'vitest'
import { isNamed } from '../../src/answers/entity-tags.js'
import { createAsset, createTag, createUser } from '../support/database/factories.js'
import { send } from '../support/http/client.js'
import { startTestServer } from '../support/http/server.js'

const server = await startTestServer()
const { database } = server

test('the answer says how it may be cached, and is 304 while it is the same (T3)', async () => {
  const ada = await createUser(database)
  const { id } = await createAsset(database, ada)
  const tag = await createTag(database, ada, { assetIds: [id] })
  const get = (headers = {}) => send(server, `/api/tag/${tag.id}/assets`, { apiKey: ada.apiKey, headers })
  const first = await get()
  const etag = first.headers.get('etag') ?? ''

  const same = await get({ 'if-none-match': `"other", W/${etag}` })
  await database.asset.update({ where: { id }, data: { isFavorite: true } })
  const changed = await get({ 'if-none-match': etag })

  expect(etag).toMatch(/^"[0-9a-f]+"$/)
  expect(first.headers.get('cache-control')).toBe('private, no-cache')
  expect(same).toMatchObject({ status: 304, text: '' })
  expect(same.headers.get('etag')).toBe(etag)
  expect(changed).toMatchObject({ status: 200, body: [{ id, isFavorite: true }] })
  expect(changed.headers.get('etag')).not.toBe(etag)
})

test.each(['"a"', 'W/"a"', '*', '"b", "a"', '"a","b"', '  W/"a"  , "b"', '"b", *'])('%s names "a" (T3)', (header) => {
  expect(isNamed('"a"', header)).toBe(true)
})

test.each(['', 'a', '"b"', '"A"', '"aW/"', '"a" "b"', 'w/"a"', 'W/W/"a"', '"W/"a""'])('%s does not (T3)', (header) => {
  expect(isNamed('"a"', header)).toBe(false)
})
