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

describe('of 20 that are created at once, only as many are as the limit leaves, and one more is refused (C19)', () => {
  const allAtOnce = async (create: () => Promise<unknown>) => {
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => create().then(() => 'created', toCode)))
    return outcomes.filter((outcome) => outcome === 'created').length
  }
  const toCode = (error: { code?: string }) => error.code
  const refused = (limit: string) => ({
    status: 409,
    code: 'limit_reached',
    detail: `You have reached the limit of ${limit}. Nothing was created.`,
  })

  test.each([
    ['empty albums', () => ({})],
    ['albums of an asset', (assetId: string) => ({ assetIds: [assetId] })],
  ])('%s', async (_what, toBody) => {
    const ada = await createUser(database)
    const { id } = await createAsset(database, ada)
    await fill.albums(ada, 9_997)
    const { createAlbum } = asProgram(server, ada)
    const create = () => createAlbum({ albumName: 'One more', ...toBody(id) })

    expect(await allAtOnce(create)).toBe(3)
    expect(await catchProblem(create())).toMatchObject(refused('10,000 albums'))
    expect(await database.album.count({ where: { ownerId: ada.id } })).toBe(10_000)
  })

  test('keys (X12)', async () => {
    const ada = await createUser(database)
    await fill.keys(ada, 996)
    const { createApiKey, getApiKeys } = asProgram(server, ada)

    expect(await allAtOnce(() => createApiKey({}))).toBe(3)
    expect(await catchProblem(createApiKey({}))).toMatchObject(refused('1,000 keys'))
    expect(await getApiKeys()).toHaveLength(1_000)
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

  test('tags, by people and by files, of which further keywords make none (A9)', async () => {
    const ada = await createUser(database)
    const asset = await createAsset(database, ada)
    await fill.tags(ada, 99_997)
    const { createTag } = asProgram(server, ada)
    const readKeywords = (...keywords: string[]) =>
      writeFileTags(database, [{ ...asset, tags: [], keywords, hiddenKeywords: [] }])
    const names = Array.from({ length: 40 }, (_, number) => `new ${number}`)

    await allAtOnce(async () => {
      const [name = '', inFile = ''] = names.splice(0, 2)
      await readKeywords(inFile)
      await createTag({ name })
    })
    await readKeywords('tag 1', 'from the file')

    expect(await catchProblem(createTag({ name: 'one more' }))).toMatchObject({ code: 'limit_reached', status: 409 })
    expect(await catchProblem(createTag({ name: 'tag 1' }))).toMatchObject({ code: 'name_taken' })
    expect(await database.tagAsset.count({ where: { assetId: asset.id, tag: { name: 'tag 1' } } })).toBe(1)
    expect(await database.tag.count({ where: { userId: ada.id } })).toBe(100_000)
    await asProgram(server, await createUser(database)).createTag({ name: 'of somebody else' })
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
