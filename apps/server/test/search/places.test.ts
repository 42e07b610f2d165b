import { expect, test } from 'vitest'
import { FIRST_ASSET, tidyBatch } from '../../src/jobs/maintenance.js'
import { createAsset, createAssets, createUser, type TestUser } from '../support/database/factories.js'
import { createClientFor } from '../support/http/client.js'
import { startTestServer } from '../support/http/server.js'
import { LONG_TRANSACTION } from '../support/until.js'

const server = await startTestServer()
const { database } = server

const lisbon = { city: 'Lisbon', state: 'Lisboa', country: 'Portugal', make: 'Sony', model: 'A7' }
const bern = { city: 'Bern', country: 'Switzerland', latitude: 46.9, longitude: 7.4 }

async function listPlaces(user: TestUser) {
  const { body } = await createClientFor(server, user).searchPlaces({ query: {} })
  return Array.isArray(body) ? body.map(({ name, count, coverId }) => ({ name, count, coverId })) : body
}

/** Counts the places by looking at every asset. */
function countPlaces(user: TestUser) {
  return database.$queryRaw`
    SELECT city AS name, count(*)::int AS count, (array_agg(asset.id::text ORDER BY file_created_at DESC, asset.id DESC))[1] AS "coverId"
    FROM asset JOIN exif ON exif.asset_id = asset.id
    WHERE owner_id = ${user.id}::uuid AND is_visible AND deleted_at IS NULL AND city IS NOT NULL
    GROUP BY city HAVING bool_or(latitude IS NOT NULL) ORDER BY count(*) DESC`
}

/** A library of three assets in Bern, and of five in Lisbon by two cameras, of which the older ones have coordinates. */
async function createScene() {
  const ada = await createUser(database)
  const ids = await createAssets(database, ada, 8)
  const exif = ids.map((assetId, index) => {
    if (index >= 5) return { assetId, ...bern }
    return index < 2 ? { assetId, ...lisbon, latitude: 38.7, longitude: -9.1 } : { assetId, ...lisbon, model: 'A1' }
  })
  await database.exif.createMany({ data: exif })
  return { ada, ids, oldest: ids[0] ?? '', newest: ids[7] ?? '', lisbons: ids.slice(0, 5) }
}

type Scene = Awaited<ReturnType<typeof createScene>>

const setAsset = (id: string, data: object) => database.asset.update({ where: { id }, data })
const setExif = (assetId: string, data: object) => database.exif.update({ where: { assetId }, data })

const changes: Record<string, (scene: Scene) => Promise<unknown>> = {
  'assets are added': async ({ ada }) => {
    for (const place of [bern, lisbon]) await createAsset(database, ada, { exif: { create: place } })
  },
  'an asset and its metadata are added by one statement': ({ ada, newest }) => database.$executeRaw`
    WITH created AS (
      INSERT INTO asset (id, owner_id, library_id, device_asset_id, device_id, type, original_path, original_file_name, checksum,
        file_created_at, file_modified_at, local_date_time)
      SELECT gen_random_uuid(), ${ada.id}::uuid, library_id, 'new', device_id, type, 'new', 'new', decode(repeat('07', 20), 'hex'),
        file_created_at + interval '1 day', file_modified_at, local_date_time FROM asset WHERE id = ${newest}::uuid RETURNING id
    ) INSERT INTO exif (asset_id, city, latitude, longitude) SELECT id, 'Ulm', 48, 10 FROM created`,
  'one moves to another city': ({ newest }) => setExif(newest, lisbon),
  'all of a city move at once': ({ lisbons }) =>
    database.exif.updateMany({ where: { assetId: { in: lisbons } }, data: { city: 'Lissabon' } }),
  'one has no city any more': ({ newest }) => setExif(newest, { city: null, country: null }),
  'the coordinates are gone': ({ lisbons }) =>
    database.exif.updateMany({ where: { assetId: { in: lisbons } }, data: { latitude: null, longitude: null } }),
  'only a description changes': ({ newest }) => setExif(newest, { description: 'Dusk' }),
  'metadata are gone': ({ newest }) => database.exif.delete({ where: { assetId: newest } }),
  'the newest goes to the trash': ({ newest }) => setAsset(newest, { deletedAt: new Date() }),
  'all of a city go to the trash, and one is restored': async ({ lisbons, oldest }) => {
    await database.asset.updateMany({ where: { id: { in: lisbons } }, data: { deletedAt: new Date() } })
    await setAsset(oldest, { deletedAt: null })
  },
  'the newest is hidden': ({ newest }) => setAsset(newest, { isVisible: false }),
  'the newest moves in time': ({ newest }) => setAsset(newest, { fileCreatedAt: new Date(0) }),
  'the oldest and the newest are deleted': ({ oldest, newest }) =>
    database.asset.deleteMany({ where: { id: { in: [oldest, newest] } } }),
}

test.each(Object.entries(changes))(
  'the places are those of the assets after %s, and stay so',
  async (_name, change) => {
    const scene = await createScene()
    expect(await listPlaces(scene.ada)).toEqual(await countPlaces(scene.ada))

    await change(scene)

    const expected = await countPlaces(scene.ada)
    expect(await listPlaces(scene.ada)).toEqual(expected)
    await tidyBatch(database, FIRST_ASSET)
    await createAsset(database, scene.ada)
    expect(await listPlaces(scene.ada)).toEqual(expected)
  },
)

test('a place is where one of its assets has coordinates, as they are now', async () => {
  const { ada, ids } = await createScene()
  const readLisbon = async () => {
    const { body } = await createClientFor(server, ada).searchPlaces({ query: { name: 'lisbon' } })
    return Array.isArray(body) ? body.map(({ latitude, longitude }) => [latitude, longitude]) : body
  }
  expect(await readLisbon()).toEqual([[38.7, -9.1]])

  await database.exif.updateMany({ where: { assetId: { in: ids.slice(0, 2) } }, data: { latitude: 38.8 } })

  expect(await readLisbon()).toEqual([[38.8, -9.1]])
})

test('places are counted anew after a change without a look at any asset (FI5, FI6)', async () => {
  const { ada } = await createScene()
  const expected = await countPlaces(ada)

  const places = await database.$transaction(async (transaction) => {
    await transaction.$executeRaw`LOCK TABLE asset`
    return listPlaces(ada)
  }, LONG_TRANSACTION)

  expect(places).toEqual(expected)
})

test('nobody who adds a photo of a place waits for somebody who adds another one there', async () => {
  const { ada } = await createScene()
  const [one = '', other = ''] = await createAssets(database, ada, 2)

  await database.$transaction(async (transaction) => {
    await transaction.exif.create({ data: { assetId: one, ...bern } })
    await database.exif.create({ data: { assetId: other, ...bern } })
  }, LONG_TRANSACTION)

  expect(await listPlaces(ada)).toEqual(await countPlaces(ada))
})

test('maintenance keeps one row of a place and a camera, and none of a user who is gone', async () => {
  const { ada } = await createScene()
  for (let count = 0; count < 3; count++) await createAsset(database, ada, { exif: { create: bern } })
  const countRows = () =>
    database.$queryRaw`SELECT city, count FROM facet_count WHERE owner_id = ${ada.id}::uuid ORDER BY city, model`

  await tidyBatch(database, FIRST_ASSET)
  const rows = await countRows()
  await database.user.delete({ where: { id: ada.id } })
  await tidyBatch(database, FIRST_ASSET)

  expect([rows, await countRows()]).toEqual([
    [
      { city: 'Bern', count: 6 },
      { city: 'Lisbon', count: 3 },
      { city: 'Lisbon', count: 2 },
    ],
    [],
  ])
})
