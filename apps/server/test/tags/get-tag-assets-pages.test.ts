import type { Asset } from '@media-library/contract'
import { expect, test } from 'vitest'
import { createAsset, createAssets, createTag, createUser } from '../support/database/factories.js'
import { readAsset } from '../support/database/plain-asset.js'
import { send } from '../support/http/client.js'
import { readNext, readPages } from '../support/http/pages.js'
import { startTestServer } from '../support/http/server.js'
import { LONG_TRANSACTION } from '../support/until.js'

const server = await startTestServer()
const { database } = server
const ada = await createUser(database)

function get(path: string, headers: Record<string, string> = {}) {
  return send(server, path, { apiKey: ada.apiKey, headers })
}

function toPath(tag: { id: string }, query = '') {
  return `/api/tag/${tag.id}/assets${query}`
}

function toIds(assets: Asset[]) {
  return assets.map(({ id }) => id)
}

/** A tag on assets of which many were made in one moment, some are not shown, and some are archived. */
async function createLongTag(count: number) {
  const assetIds = await createAssets(database, ada, count)
  const moment = new Date('2020-01-01')
  await database.asset.updateMany({ where: { id: { in: assetIds.slice(3, 40) } }, data: { fileCreatedAt: moment } })
  await database.asset.updateMany({ where: { id: { in: assetIds.slice(50, 55) } }, data: { isVisible: false } })
  await database.asset.updateMany({ where: { id: { in: assetIds.slice(55, 58) } }, data: { isArchived: true } })
  return createTag(database, ada, { assetIds })
}

/** The ids of the assets that a list shows, read the straightforward way. */
async function readIds(filter: object) {
  const rows = await database.asset.findMany({
    where: { ...filter, isVisible: true },
    orderBy: [{ fileCreatedAt: 'desc' }, { id: 'desc' }],
    select: { id: true },
  })
  return rows.map(({ id }) => id)
}

async function expectStraightforward(assets: Asset[], position: number) {
  expect(assets[position]).toEqual(await readAsset(database, assets[position]?.id ?? ''))
}

// The lengths are those at which lists are read in another way, and pieces end.
test.each([200, 201, 1_000, 2_345])(
  'a list of %i is complete, and each asset equals its plain mapping (C2, C13, C14, C17, T2)',
  async (count) => {
    const tag = await createLongTag(count)

    const { status, body, headers } = await get(toPath(tag))

    expect(status).toBe(200)
    expect(headers.get('link')).toBeNull()
    expect(toIds(body)).toEqual(await readIds({ tags: { some: { tagId: tag.id } } }))
    expect(body).toHaveLength(count - 5)
    for (const position of [0, 99, 100, 101, count - 6]) await expectStraightforward(body, position)
  },
)

test('a list that begins with many unlisted assets is complete (T2)', async () => {
  const assetIds = await createAssets(database, ada, 700)
  const hidden = [...assetIds.slice(-250), ...assetIds.slice(100, 350)]
  await database.asset.updateMany({ where: { id: { in: hidden } }, data: { isVisible: false } })
  const tag = await createTag(database, ada, { assetIds })

  const { body } = await get(toPath(tag))

  expect(body).toHaveLength(200)
  expect(toIds(body)).toEqual(await readIds({ tags: { some: { tagId: tag.id } } }))
})

test.each([201, 1_001])('an album of %i has all of them, newest first (A1)', async (count) => {
  const assetIds = await createAssets(database, ada, count)
  const request = { method: 'POST', apiKey: ada.apiKey, body: { albumName: 'Long', assetIds } }

  const { status, body } = await send(server, '/api/album', request)

  expect(status).toBe(201)
  expect(toIds(body.assets)).toEqual(await readIds({ id: { in: assetIds } }))
  for (const position of [0, 100, count - 1]) await expectStraightforward(body.assets, position)
})

test.each([2, 10, 1_000])('pages of %i contain each asset once, in order (T2)', async (limit) => {
  const tag = await createLongTag(60)

  const pages = await readPages<Asset>(server, toPath(tag, `?limit=${limit}`), ada)

  expect(pages.flat()).toEqual((await get(toPath(tag))).body)
  expect(pages.map(({ length }) => length).slice(0, -1)).toEqual(pages.slice(1).map(() => limit))
  expect(pages.at(-1)).not.toEqual([])
})

test('a cursor without a limit gives the rest of the list (T2)', async () => {
  const tag = await createLongTag(1_500)
  const first = await get(toPath(tag, '?limit=7'))
  const cursor = new URL(readNext(first.headers) ?? '', server.url).searchParams.get('cursor')

  const rest = await get(toPath(tag, `?cursor=${cursor}`))

  expect([...first.body, ...rest.body]).toEqual((await get(toPath(tag))).body)
})

test('assets added or removed between two pages move no other asset (T2)', async () => {
  const assetIds = await createAssets(database, ada, 6)
  const tag = await createTag(database, ada, { assetIds })
  const first = await get(toPath(tag, '?limit=3'))
  const newer = await createAsset(database, ada, { fileCreatedAt: new Date('2040-01-01') })
  await database.tagAsset.create({ data: { tagId: tag.id, assetId: newer.id } })
  await database.tagAsset.deleteMany({ where: { assetId: assetIds[3] ?? '' } })

  const second = await get(readNext(first.headers) ?? '')

  expect(toIds(second.body)).toEqual(assetIds.slice(0, 3).reverse())
})

test("nobody learns whether another user's tag has changed (T1, T3)", async () => {
  const ben = await createUser(database)
  const tag = await createTag(database, ada)
  const { headers } = await get(toPath(tag))

  const answer = await send(server, toPath(tag), {
    apiKey: ben.apiKey,
    headers: { 'if-none-match': headers.get('etag') ?? '*' },
  })

  expect(answer.status).toBe(404)
  expect(answer.headers.get('etag')).toBeNull()
})

test('304 does not read the list: it is answered while the list cannot be read (T3)', async () => {
  const tag = await createTag(database, ada, { assetIds: await createAssets(database, ada, 3) })
  const { headers } = await get(toPath(tag))

  const answer = await database.$transaction(async (transaction) => {
    await transaction.$executeRaw`LOCK TABLE tag_asset, asset_text, asset IN ACCESS EXCLUSIVE MODE`
    return get(toPath(tag), { 'if-none-match': headers.get('etag') ?? '' })
  }, LONG_TRANSACTION)

  expect(answer.status).toBe(304)
})
