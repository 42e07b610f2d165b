import { expect, test } from 'vitest'
import { writeFileTags } from '../../src/assets/metadata/file-tags.js'
import { createAsset, createUser } from '../support/database/factories.js'
import { asProgram, catchProblem } from '../support/http/as-program.js'
import { startTestServer } from '../support/http/server.js'

const server = await startTestServer()
const { database } = server

test('a user may have 10,000 albums, whoever created them (C19)', async () => {
  const ada = await createUser(database)
  const { id: assetId } = await createAsset(database, ada)
  const { createAlbum } = asProgram(server, ada)
  const detail = 'You have reached the limit of 10,000 albums. Nothing was created.'
  await createAlbum({ albumName: 'The first' })
  // As another server does.
  await database.$executeRaw`
    INSERT INTO album (id, owner_id, album_name, description)
    SELECT gen_random_uuid(), ${ada.id}::uuid, 'Album', '' FROM generate_series(1, 9998)`

  await createAlbum({ albumName: 'The last', assetIds: [assetId] })

  expect(await catchProblem(createAlbum({ albumName: 'One more' }))).toMatchObject({ code: 'limit_reached', detail })
  expect(await catchProblem(createAlbum({ albumName: 'One more', assetIds: [assetId] }))).toMatchObject({
    code: 'limit_reached',
  })
  expect(await database.album.count({ where: { ownerId: ada.id } })).toBe(10_000)
})

test('a user may have 1,000 keys (C19, X12)', async () => {
  const ada = await createUser(database)
  await database.$executeRaw`
    INSERT INTO api_key (id, user_id, name, secret_hash, scopes)
    SELECT gen_random_uuid(), ${ada.id}::uuid, 'Key', sha256('secret'), '{all}' FROM generate_series(1, 998)`
  const { createApiKey, getApiKeys } = asProgram(server, ada)
  const detail = 'You have reached the limit of 1,000 keys. Nothing was created.'

  await createApiKey({ name: 'The last' })

  expect(await catchProblem(createApiKey({}))).toMatchObject({ status: 409, code: 'limit_reached', detail })
  expect(await getApiKeys()).toHaveLength(1_000)
})

test('a user may have 100,000 tags, and further keywords of files make none (A9, C19)', async () => {
  const ada = await createUser(database)
  const asset = await createAsset(database, ada)
  await database.$executeRaw`
    INSERT INTO tag (id, user_id, name)
    SELECT gen_random_uuid(), ${ada.id}::uuid, 'tag ' || number FROM generate_series(1, 99999) AS number`
  const { createTag } = asProgram(server, ada)

  await createTag({ name: 'the last' })
  await writeFileTags(database, [{ ...asset, tags: [], keywords: ['the last', 'from the file'], hiddenKeywords: [] }])

  expect(await catchProblem(createTag({ name: 'one more' }))).toMatchObject({ code: 'limit_reached', status: 409 })
  expect(await catchProblem(createTag({ name: 'the last' }))).toMatchObject({ code: 'name_taken' })
  expect(await database.tagAsset.count({ where: { assetId: asset.id } })).toBe(1)
  expect(await database.tag.count({ where: { userId: ada.id } })).toBe(100_000)
})
