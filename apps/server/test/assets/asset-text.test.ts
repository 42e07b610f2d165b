import { Asset } from '@media-library/contract'
import { expect, test } from 'vitest'
import { foldListVersions } from '../../src/assets/asset-list.js'
import { type Piece, selectShortPieces, toTexts } from '../../src/assets/asset-pieces.js'
import { ask } from '../../src/database/ask.js'
import { connect, disconnect } from '../../src/database/connect.js'
import { Prisma } from '../../src/generated/prisma/client.js'
import { findTagVersion } from '../../src/tags/get-tag-assets.js'
import { createAsset, createAssets, createPerson, createTag, createUser } from '../support/database/factories.js'
import { readAsset } from '../support/database/plain-asset.js'
import { startTestServer } from '../support/http/server.js'
import { testPool } from '../support/long.js'

const server = await startTestServer()
const { database } = server
const ada = await createUser(database)

function readVersion(tagId: string) {
  return findTagVersion(database, { id: tagId, userId: ada.id })
}

/** A photo that leads a stack of two, with all that an asset can tell of itself; its video; and tags that list it. */
async function createScene() {
  const video = await createAsset(database, ada, { type: 'VIDEO', isVisible: false })
  const photo = await createAsset(database, ada, {
    livePhotoVideoId: video.id,
    thumbhash: Buffer.alloc(25, 7),
    duration: '00:00:01.500',
    originalFileName: 'Zürich "übung" \\ \u{1F3D4}\n.jpg',
    exif: {
      create: {
        description: '  ',
        latitude: 1e-7,
        longitude: -179.99999999999997,
        fNumber: 1.7999999523162842,
        fileSizeInByte: 9_007_199_254_740_991n,
        dateTimeOriginal: new Date('0001-02-03T04:05:06.007Z'),
      },
    },
    smartInfo: { create: { objects: ['dog', 'ball'], tags: [] } },
  })
  const raw = await createAsset(database, ada)
  const stack = await database.stack.create({ data: { ownerId: ada.id, primaryAssetId: photo.id } })
  await database.asset.updateMany({ where: { id: { in: [photo.id, raw.id] } }, data: { stackId: stack.id } })
  const person = await createPerson(database, ada, photo, { birthDate: new Date('1990-02-03') })
  const tag = await createTag(database, ada, { assetIds: [photo.id] })
  const rawTag = await createTag(database, ada, { assetIds: [raw.id] })
  const other = await createTag(database, ada, { assetIds: [(await createAsset(database, ada)).id] })
  return { video, photo, raw, stack, person, tag, rawTag, other }
}

type Scene = Awaited<ReturnType<typeof createScene>>

/** Reads what a list has of both assets, and holds it against the straightforward way and the view. */
async function readListed({ photo, raw }: Scene) {
  const texts = []
  for (const { id } of [photo, raw]) {
    const text = await readText(id)
    const asset = text && JSON.parse(text)
    expect(asset).toEqual(await readAsset(database, id))
    if (asset) Asset.parse(asset)
    const written = await database.$queryRaw`
      SELECT json FROM asset_answer WHERE id = ${id}::uuid AND NOT is_trashed AND json = ${text}`
    expect(written).toHaveLength(text === null ? 0 : 1)
    texts.push(text)
  }
  return texts
}

/** The JSON of an asset in a list of its owner; null when it is not listed. */
async function readText(id: string): Promise<string | null> {
  const listed = Prisma.sql`SELECT id AS asset_id, file_created_at FROM asset WHERE id = ${id}::uuid`
  const [text = null] = toTexts(await ask<Piece>(database, selectShortPieces(listed, null)))
  return text
}

const changes: Record<string, (scene: Scene) => Promise<unknown>> = {
  'the asset changes': ({ photo }) => database.asset.update({ where: { id: photo.id }, data: { isFavorite: true } }),
  'the asset moves in time': ({ photo }) =>
    database.asset.update({ where: { id: photo.id }, data: { fileCreatedAt: new Date(0) } }),
  'the asset goes to the trash': ({ photo }) =>
    database.asset.update({ where: { id: photo.id }, data: { deletedAt: new Date() } }),
  'the asset is hidden': ({ photo }) => database.asset.update({ where: { id: photo.id }, data: { isVisible: false } }),
  'the asset is deleted': ({ photo }) => database.asset.delete({ where: { id: photo.id } }),
  'its video is deleted': ({ video }) => database.asset.delete({ where: { id: video.id } }),
  'its EXIF changes': ({ photo }) => database.exif.update({ where: { assetId: photo.id }, data: { city: 'Bern' } }),
  'its EXIF goes': ({ photo }) => database.exif.delete({ where: { assetId: photo.id } }),
  'what was recognised changes': ({ photo }) =>
    database.smartInfo.update({ where: { assetId: photo.id }, data: { tags: ['pet'] } }),
  'what was recognised goes': ({ photo }) => database.smartInfo.delete({ where: { assetId: photo.id } }),
  'a person is renamed': ({ person }) => database.person.update({ where: { id: person.id }, data: { name: 'Bo' } }),
  'a person is hidden': ({ person }) => database.person.update({ where: { id: person.id }, data: { isHidden: true } }),
  'a person is deleted': ({ person }) => database.person.delete({ where: { id: person.id } }),
  'another person is found': ({ photo }) => createPerson(database, ada, photo, { name: 'Aaron' }),
  'a face moves': ({ person }) =>
    database.assetFace.updateMany({ where: { personId: person.id }, data: { boundingBoxX1: 1 } }),
  'a face goes': ({ person }) => database.assetFace.deleteMany({ where: { personId: person.id } }),
  'the tag is renamed': ({ tag }) => database.tag.update({ where: { id: tag.id }, data: { name: 'Aa' } }),
  'it gets another tag': ({ photo }) => createTag(database, ada, { assetIds: [photo.id] }),
  'it loses the tag': ({ tag }) => database.tagAsset.deleteMany({ where: { tagId: tag.id } }),
  'a member of its stack changes': ({ raw }) =>
    database.asset.update({ where: { id: raw.id }, data: { isFavorite: true } }),
  "a member's EXIF changes": ({ raw }) => database.exif.create({ data: { assetId: raw.id, make: 'Canon' } }),
  'a member goes to the trash': ({ raw }) =>
    database.asset.update({ where: { id: raw.id }, data: { deletedAt: new Date() } }),
  'a member is deleted': ({ raw }) => database.asset.delete({ where: { id: raw.id } }),
  'a member leaves the stack': ({ raw }) => database.asset.update({ where: { id: raw.id }, data: { stackId: null } }),
  'a member joins the stack': ({ stack }) => createAsset(database, ada, { stackId: stack.id }),
  'another leads the stack': ({ stack, raw }) =>
    database.stack.update({ where: { id: stack.id }, data: { primaryAssetId: raw.id } }),
  'the stack is dissolved': ({ stack }) => database.stack.delete({ where: { id: stack.id } }),
}

test.each(Object.entries(changes))(
  'the listed answer matches the tables, and the version changes, when %s (C12, C13, T3)',
  async (_what, change) => {
    const scene = await createScene()
    const before = await readListed(scene)
    const versions = [await readVersion(scene.tag.id), await readVersion(scene.other.id)]

    await change(scene)

    expect(await readListed(scene)).not.toEqual(before)
    expect(await readVersion(scene.tag.id)).not.toBe(versions[0])
    expect(await readVersion(scene.other.id)).toBe(versions[1])
  },
)

test.each<[string, (scene: Scene) => Promise<unknown>]>([
  [
    'a column that it does not show changes',
    ({ photo }) => database.exif.update({ where: { assetId: photo.id }, data: { livePhotoCid: 'x' } }),
  ],
  [
    'another asset changes',
    ({ other }) =>
      database.asset.updateMany({ where: { tags: { some: { tagId: other.id } } }, data: { isFavorite: true } }),
  ],
  ['its version is folded', () => foldListVersions(database)],
])('the version of a tag does not change when %s (T3)', async (_what, change) => {
  const scene = await createScene()
  const before = await readVersion(scene.tag.id)

  await change(scene)

  expect(await readVersion(scene.tag.id)).toBe(before)
  expect(before).not.toBe('0')
})

test('stored answers follow concurrent transactions that change one asset', async () => {
  const connections = Array.from({ length: 4 }, () => connect(server.databaseUrl, testPool))
  const [id] = (await createAssets(database, ada, 1)) as [string]
  await database.exif.create({ data: { assetId: id } })

  for (let round = 0; round < 8; round++) {
    await Promise.all([
      connections[0]?.exif.update({ where: { assetId: id }, data: { iso: round } }),
      connections[1]?.asset.update({ where: { id }, data: { duration: `00:00:${10 + round}.000` } }),
      connections[2]?.tag.create({ data: { userId: ada.id, name: `t${round}`, assets: { create: { assetId: id } } } }),
      connections[3]?.smartInfo.upsert({
        where: { assetId: id },
        create: { assetId: id, tags: [`${round}`] },
        update: { tags: [`${round}`] },
      }),
    ])
    const text = await database.assetText.findUniqueOrThrow({ where: { assetId: id } })
    expect(JSON.parse(text.json)).toEqual(await readAsset(database, id))
  }
  for (const connection of connections) await disconnect(connection)
})

test('a text is written without compiling its statement, which would take seconds', async () => {
  const asset = await createAsset(database, ada)
  await database.$executeRaw`
    CREATE FUNCTION tell_jit() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN PERFORM set_config('test.jit', current_setting('jit'), false); RETURN NEW; END $$`
  await database.$executeRaw`CREATE TRIGGER tell_jit BEFORE INSERT ON asset_text FOR EACH ROW EXECUTE FUNCTION tell_jit()`

  const [session] = await database.$transaction(async (transaction) => {
    await transaction.$executeRaw`SET LOCAL jit = on`
    await transaction.$executeRaw`UPDATE asset SET original_file_name = 'a.jpg' WHERE id = ${asset.id}::uuid`
    return transaction.$queryRaw<
      unknown[]
    >`SELECT current_setting('jit') AS others, current_setting('test.jit') AS text`
  })

  expect(session).toEqual({ others: 'on', text: 'off' })
})

test('an asset that comes with its metadata has its text made once', async () => {
  const [made] = await database.$transaction(async (transaction) => {
    await transaction.$executeRaw`SET LOCAL track_functions = 'pl'`
    await transaction.$executeRaw`
      WITH added AS (
        INSERT INTO asset (id, owner_id, library_id, device_asset_id, device_id, type, original_path, original_file_name,
          checksum, file_created_at, file_modified_at, local_date_time)
        SELECT uuidv7(), ${ada.id}::uuid, ${ada.libraryId}::uuid, '1', 'camera', 'IMAGE', '/photos/once.jpg', 'once.jpg',
          substr(sha256('once'), 1, 20), now(), now(), now()
        RETURNING id
      )
      INSERT INTO exif (asset_id, make) SELECT id, 'Example' FROM added`
    return transaction.$queryRaw<unknown[]>`
      SELECT calls::int AS times, strpos(json, '"make":"Example"') > 0 AS "hasMetadata"
      FROM pg_stat_xact_user_functions, asset_text JOIN asset ON id = asset_id
      WHERE funcname = 'write_asset_texts' AND original_path = '/photos/once.jpg'`
  })

  expect(made).toEqual({ times: 1, hasMetadata: true })
})
