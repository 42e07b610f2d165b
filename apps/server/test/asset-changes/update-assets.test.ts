import { describe, expect, test } from 'vitest'
import { createAsset, createUser } from '../support/database/factories.js'
import { asProgram, catchProblem } from '../support/http/as-program.js'
import { startTestServer } from '../support/http/server.js'

const server = await startTestServer()
const { database } = server

async function createAda(count = 1) {
  const ada = await createUser(database)
  const ids: string[] = []
  for (let made = 0; made < count; made += 1) ids.push((await createAsset(database, ada)).id)
  return { ada, client: asProgram(server, ada), ids, id: ids[0] as string }
}

describe('updateAsset', () => {
  test('sets what is given, and leaves the rest (CH1)', async () => {
    const { client, id } = await createAda()

    await client.updateAsset(id, { isFavorite: true, description: 'The lake at dusk' })
    const asset = await client.updateAsset(id, { isArchived: true })

    expect(asset).toMatchObject({ isFavorite: true, isArchived: true, exifInfo: { description: 'The lake at dusk' } })
    expect(await client.getAssetInfo(id)).toEqual(asset)
    expect(await client.updateAsset(id, { description: '' })).toMatchObject({ exifInfo: { description: '' } })
  })

  test('a date moves an asset to its place in time, with the local time of its offset (CH1)', async () => {
    const { client, ids, id } = await createAda(2)

    const asset = await client.updateAsset(id, { dateTimeOriginal: '2001-07-14T23:30:00.000+05:30' })

    expect(asset).toMatchObject({
      fileCreatedAt: '2001-07-14T18:00:00.000Z',
      localDateTime: '2001-07-14T23:30:00.000Z',
      exifInfo: { dateTimeOriginal: '2001-07-14T18:00:00.000Z', timeZone: 'UTC+5:30' },
    })
    expect((await client.getAllAssets()).items.map((listed) => listed.id)).toEqual([ids[1], id])
    const utc = await client.updateAsset(id, { dateTimeOriginal: '2002-01-01T00:00:00Z' })
    expect(utc).toMatchObject({ localDateTime: '2002-01-01T00:00:00.000Z', exifInfo: { timeZone: 'UTC' } })
  })

  test('a place is answered at once, and a job finds its names (CH1)', async () => {
    const { client, id } = await createAda()
    await database.exif.create({ data: { assetId: id, city: 'Sylt', latitude: 55, longitude: 8 } })

    const { exifInfo } = await client.updateAsset(id, { latitude: 45.9, longitude: 6.13 })

    expect(exifInfo).toEqual({ latitude: 45.9, longitude: 6.13 })
    expect(await database.assetJob.findMany({ where: { assetId: id } })).toMatchObject([{ name: 'refresh-metadata' }])
  })

  test.each([
    [{ latitude: 45 }, '/latitude'],
    [{ latitude: 91, longitude: 0 }, '/latitude'],
    [{ dateTimeOriginal: 'yesterday' }, '/dateTimeOriginal'],
    [{ dateTimeOriginal: '9999-12-31T23:59:59-14:00' }, '/dateTimeOriginal'],
    [{ dateTimeOriginal: '0001-01-01T00:00:00+14:00' }, '/dateTimeOriginal'],
    [{ latitude: null, longitude: 8 }, '/latitude'],
  ])('%j is refused, with where it is wrong (CH1)', async (body, pointer) => {
    const { client, id } = await createAda()

    const refused = await catchProblem(client.updateAsset(id, body as object))

    expect(refused).toMatchObject({ code: 'invalid_request', errors: [{ pointer }] })
  })
})

describe('updateAssets', () => {
  test('sets the same of all, or nothing when an id is not the caller’s (CH1)', async () => {
    const { client, ids } = await createAda(3)
    const foreign = (await createAda()).id

    const refused = await catchProblem(client.updateAssets({ ids: [...ids, foreign], isFavorite: true }))
    expect(refused).toMatchObject({ code: 'unusable_ids', errors: [{ pointer: '/ids/3' }] })
    expect((await client.getAllAssets({ isFavorite: true })).items).toEqual([])

    await client.updateAssets({ ids, isFavorite: true, dateTimeOriginal: '1999-12-31' })

    const favourites = (await client.getAllAssets({ isFavorite: true })).items
    expect(favourites.map(({ localDateTime }) => localDateTime)).toEqual(Array(3).fill('1999-12-31T00:00:00.000Z'))
  })

  test('moves dates by minutes, each with its time zone, and back again (CH1)', async () => {
    const { client, ids } = await createAda(2)
    const [zoned = '', unknown = ''] = ids
    await client.updateAsset(zoned, { dateTimeOriginal: '2020-03-01T01:30:00.000+01:00' })
    const read = () => Promise.all(ids.map((id) => client.getAssetInfo(id)))
    const before = await read()

    await client.updateAssets({ ids, dateTimeRelative: -180 })

    const [moved] = await read()
    expect(moved).toMatchObject({
      fileCreatedAt: '2020-02-29T21:30:00.000Z',
      localDateTime: '2020-02-29T22:30:00.000Z',
      exifInfo: { dateTimeOriginal: '2020-02-29T21:30:00.000Z', timeZone: 'UTC+1' },
    })
    await client.updateAssets({ ids, dateTimeRelative: 180 })
    const dates = (all: Awaited<ReturnType<typeof read>>) =>
      all.map(({ fileCreatedAt, localDateTime }) => [fileCreatedAt, localDateTime])
    expect(dates(await read())).toEqual(dates(before))
    expect((await client.getAssetInfo(unknown)).exifInfo?.dateTimeOriginal).toBe(before[1]?.fileCreatedAt)
  })

  test.each([
    [{ dateTimeRelative: -60, dateTimeOriginal: '2020-01-01' }],
    [{ dateTimeRelative: 52_596_001 }],
    [{ dateTimeRelative: 0.5 }],
    [{ dateTimeRelative: -3_000 }],
  ])('%j moves no date out of its years, or to two places (CH1)', async (change) => {
    const { client, ids } = await createAda(2)
    await client.updateAssets({ ids, dateTimeOriginal: '0001-01-02T12:00:00Z' })

    const refused = await catchProblem(client.updateAssets({ ids, isFavorite: true, ...change }))

    expect(refused).toMatchObject({ code: 'invalid_request', errors: [{ pointer: '/dateTimeRelative' }] })
    for (const asset of (await client.getAllAssets()).items)
      expect(asset).toMatchObject({ isFavorite: false, fileCreatedAt: '0001-01-02T12:00:00.000Z' })
  })

  test('stacks assets, with their own stacks, and takes them out again (CH3)', async () => {
    const { client, ids } = await createAda(5)
    const [first, second, third, fourth, fifth] = ids as [string, string, string, string, string]
    const readStack = async (id: string) =>
      (await client.getAssetInfo(id)).stack?.map((member) => member.id).sort() ?? null

    await client.updateAssets({ ids: [second], stackParentId: first })
    await client.updateAssets({ ids: [fourth], stackParentId: third })
    expect([await readStack(first), await readStack(third)]).toEqual([[second], [fourth]])
    expect(await client.getAssetInfo(second)).toMatchObject({ stackParentId: first })

    await client.updateAssets({ ids: [third, fifth], stackParentId: second })
    expect(await readStack(second)).toEqual([first, third, fourth, fifth].sort())
    expect(await readStack(first)).toBe(null)

    await client.updateAssets({ ids: [first, fifth], removeParent: true })
    expect(await readStack(second)).toEqual([third, fourth].sort())
    await client.updateAssets({ ids: [second], removeParent: true })
    for (const id of ids) expect(await client.getAssetInfo(id)).toMatchObject({ stackCount: 0, stackParentId: null })
    expect(await database.stack.count({ where: { primaryAssetId: { in: ids } } })).toBe(0)
  })

  test('nothing is stacked behind the asset of somebody else (CH3)', async () => {
    const { client, id } = await createAda()
    const foreign = (await createAda()).id

    const refused = await catchProblem(client.updateAssets({ ids: [id], stackParentId: foreign, isFavorite: true }))

    expect(refused).toMatchObject({ code: 'unusable_ids', errors: [{ pointer: '/stackParentId' }] })
    expect(await client.getAssetInfo(id)).toMatchObject({ isFavorite: false, stackCount: 0 })
  })
})
