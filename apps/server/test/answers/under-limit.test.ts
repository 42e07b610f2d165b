import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { writeFileTags } from '../../src/assets/metadata/file-tags.js'
import { inTransaction } from '../../src/database/transaction.js'
import { addPasskey, storePasskey } from '../../src/sign-in/passkeys/passkey.js'
import { createAsset, createUser, type TestUser } from '../support/database/factories.js'
import { untilBlocked } from '../support/database/statements.js'
import { asProgram, catchProblem } from '../support/http/as-program.js'
import { startTestServer } from '../support/http/server.js'

const server = await startTestServer()
const { database } = server

/** Adds so many to what a user has, as another server does. */
const fill = {
  albums: ({ id }: TestUser, howMany: number) => database.$executeRaw`
    INSERT INTO album (id, owner_id, album_name, description)
    SELECT gen_random_uuid(), ${id}::uuid, 'Album', '' FROM generate_series(1, ${howMany}::int)`,
  keys: ({ id }: TestUser, howMany: number) => database.$executeRaw`
    INSERT INTO api_key (id, user_id, name, secret_hash, scopes)
    SELECT gen_random_uuid(), ${id}::uuid, 'Key', sha256('secret'), '{all}' FROM generate_series(1, ${howMany}::int)`,
  tags: ({ id }: TestUser, howMany: number) => database.$executeRaw`
    INSERT INTO tag (id, user_id, name)
    SELECT gen_random_uuid(), ${id}::uuid, 'tag ' || number FROM generate_series(1, ${howMany}::int) AS number`,
}

test('a user may have 10,000 albums, whoever created them (C19)', async () => {
  const ada = await createUser(database)
  const { id: assetId } = await createAsset(database, ada)
  const { createAlbum } = asProgram(server, ada)
  const detail = 'You have reached the limit of 10,000 albums. Nothing was created.'
  await createAlbum({ albumName: 'The first' })
  await fill.albums(ada, 9_998)

  await createAlbum({ albumName: 'The last', assetIds: [assetId] })

  expect(await catchProblem(createAlbum({ albumName: 'One more' }))).toMatchObject({ code: 'limit_reached', detail })
  expect(await catchProblem(createAlbum({ albumName: 'One more', assetIds: [assetId] }))).toMatchObject({
    code: 'limit_reached',
  })
  expect(await database.album.count({ where: { ownerId: ada.id } })).toBe(10_000)
})

test('a user may have 1,000 keys (C19, X12)', async () => {
  const ada = await createUser(database)
  await fill.keys(ada, 998)
  const { createApiKey, getApiKeys } = asProgram(server, ada)
  const detail = 'You have reached the limit of 1,000 keys. Nothing was created.'

  await createApiKey({ name: 'The last' })

  expect(await catchProblem(createApiKey({}))).toMatchObject({ status: 409, code: 'limit_reached', detail })
  expect(await getApiKeys()).toHaveLength(1_000)
})

describe('of 20 that are created at once, only as many are as the limit leaves (C19)', () => {
  const allAtOnce = async (create: () => Promise<unknown>) => {
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => create().then(() => 'created', toCode)))
    return outcomes.filter((outcome) => outcome === 'created').length
  }
  const toCode = (error: { code?: string }) => error.code

  test.each([
    ['empty albums', () => ({})],
    ['albums of an asset', (assetId: string) => ({ assetIds: [assetId] })],
  ])('%s', async (_what, toBody) => {
    const ada = await createUser(database)
    const { id } = await createAsset(database, ada)
    await fill.albums(ada, 9_997)
    const { createAlbum } = asProgram(server, ada)

    expect(await allAtOnce(() => createAlbum({ albumName: 'One more', ...toBody(id) }))).toBe(3)
    expect(await database.album.count({ where: { ownerId: ada.id } })).toBe(10_000)
  })

  test('keys', async () => {
    const ada = await createUser(database)
    await fill.keys(ada, 996)

    expect(await allAtOnce(() => asProgram(server, ada).createApiKey({}))).toBe(3)
    expect(await database.apiKey.count({ where: { userId: ada.id } })).toBe(1_000)
  })

  test('links', async () => {
    const ada = await createUser(database)
    const { id } = await createAsset(database, ada)
    await database.$executeRaw`
      INSERT INTO shared_link (id, user_id, key_hash, allow_download, allow_upload, show_metadata)
      SELECT gen_random_uuid(), ${ada.id}::uuid, sha256(number::text::bytea), true, false, true
      FROM generate_series(1, 997) AS number`
    const { createSharedLink } = asProgram(server, ada)

    expect(await allAtOnce(() => createSharedLink({ type: 'INDIVIDUAL', assetIds: [id] }))).toBe(3)
    expect(await database.sharedLink.count({ where: { userId: ada.id } })).toBe(1_000)
  })

  test('tags, by people and by files', async () => {
    const ada = await createUser(database)
    const asset = await createAsset(database, ada)
    await fill.tags(ada, 99_997)
    const { createTag } = asProgram(server, ada)
    const names = Array.from({ length: 40 }, (_, number) => `new ${number}`)

    await allAtOnce(async () => {
      const [name = '', inFile = ''] = names.splice(0, 2)
      await writeFileTags(database, [{ ...asset, tags: [], keywords: [inFile], hiddenKeywords: [] }])
      await createTag({ name })
    })

    expect(await database.tag.count({ where: { userId: ada.id } })).toBe(100_000)
  })
})

test('a passkey that is added while another one makes ten is refused (C19)', async () => {
  const { id: userId } = await createUser(database)
  const toPasskey = () => {
    const credentialId = new Uint8Array(randomBytes(16))
    return { userId, credentialId, publicKey: credentialId, counter: 0, origin: 'https://a.example', name: 'Phone' }
  }
  for (let held = 0; held < 9; held += 1) await storePasskey(database, toPasskey())

  const { late } = await inTransaction(database, async (transaction) => {
    await addPasskey(transaction, toPasskey())
    const late = addPasskey(database, toPasskey()).catch((error: Error) => error)
    await untilBlocked(database)
    return { late }
  })

  expect(await late).toMatchObject({ code: 'limit_reached' })
  expect(await database.passkey.count({ where: { userId } })).toBe(10)
})

test('a user may have 100,000 tags, and further keywords of files make none (A9, C19)', async () => {
  const ada = await createUser(database)
  const asset = await createAsset(database, ada)
  await fill.tags(ada, 99_999)
  const { createTag } = asProgram(server, ada)

  await createTag({ name: 'the last' })
  await writeFileTags(database, [{ ...asset, tags: [], keywords: ['the last', 'from the file'], hiddenKeywords: [] }])

  expect(await catchProblem(createTag({ name: 'one more' }))).toMatchObject({ code: 'limit_reached', status: 409 })
  expect(await catchProblem(createTag({ name: 'the last' }))).toMatchObject({ code: 'name_taken' })
  expect(await database.tagAsset.count({ where: { assetId: asset.id } })).toBe(1)
  expect(await database.tag.count({ where: { userId: ada.id } })).toBe(100_000)
})
