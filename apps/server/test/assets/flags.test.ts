import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { refreshStaleTexts } from '../../src/assets/stale-texts.js'
import { ask } from '../../src/database/ask.js'
import { migrationsFolder } from '../../src/database/migrations/migrations.js'
import { Prisma } from '../../src/generated/prisma/client.js'
import { findTagVersion } from '../../src/tags/get-tag-assets.js'
import { createAlbum, createAsset, createTag, createUser } from '../support/database/factories.js'
import { asProgram } from '../support/http/as-program.js'
import { startTestServer } from '../support/http/server.js'
import { LONG_TRANSACTION } from '../support/until.js'

const server = await startTestServer()
const { database } = server

async function createScene() {
  const [ada, ben] = [await createUser(database), await createUser(database)]
  const ids: string[] = []
  for (let made = 0; made < 3; made += 1) ids.push((await createAsset(database, ada)).id)
  const tag = await createTag(database, ada, { assetIds: ids })
  const album = await createAlbum(database, ada, { assetIds: ids, sharedWith: [ben] })
  return { ada, ids, tag, album, client: asProgram(server, ada), other: asProgram(server, ben) }
}

/** Requires that the texts of assets are what would be made anew, with the places of their pieces. */
async function requireAnswers(ids: string[]) {
  const select = (rows: Prisma.Sql) =>
    ask(
      database,
      Prisma.sql`
        SELECT id, json, flags_at, body_at, last_at, stack_at, stack_for_others, is_plain FROM (${rows}) AS text
        WHERE id = ANY (${ids}::uuid[]) ORDER BY id`,
    )
  expect(await select(Prisma.sql`SELECT asset_id AS id, * FROM asset_text`)).toEqual(
    await select(Prisma.sql`SELECT * FROM asset_answer`),
  )
}

type Scene = Awaited<ReturnType<typeof createScene>>

/** The versions of the rows of stored texts. A row that is written anew has another one. */
function readRows({ ids }: Scene) {
  return database.$queryRaw<object[]>`
    SELECT asset_id, xmin::text, ctid::text FROM asset_text WHERE asset_id = ANY (${ids}::uuid[]) ORDER BY asset_id`
}

/** What four lists, and a question for one asset, have of each of the assets. */
async function readEverywhere({ client, ids, tag, album }: Scene) {
  const listed = (await client.getAllAssets()).items
  expect((await client.getTagAssets(tag.id)).items).toEqual(listed)
  expect((await client.getTagAssets(tag.id, { limit: 10 })).items).toEqual(listed)
  expect((await client.getAlbumInfo(album.id)).assets).toEqual(listed)
  for (const asset of listed) expect(await client.getAssetInfo(asset.id)).toEqual(asset)
  return ids.map((id) => listed.find((asset) => asset.id === id) ?? null)
}

test.each<[string, (scene: Scene) => Promise<unknown>, object | null]>([
  ['a favorite', ({ client, ids }) => client.updateAssets({ ids, isFavorite: true }), { isFavorite: true }],
  ['an archived asset', ({ client, ids }) => client.updateAssets({ ids, isArchived: true }), { isArchived: true }],
  ['the trash', ({ client, ids }) => client.deleteAssets({ ids }), null],
  [
    'a restored favorite',
    async ({ client, ids }) => {
      await client.updateAssets({ ids, isFavorite: true })
      await client.deleteAssets({ ids })
      await client.restoreAssets({ ids })
    },
    { isFavorite: true, isTrashed: false },
  ],
])('%s writes no stored text, and every list has the change at once (CH1)', async (_what, change, expected) => {
  const scene = await createScene()
  const rows = await readRows(scene)
  const before = await readEverywhere(scene)

  await change(scene)

  expect(await readRows(scene)).toEqual(rows)
  const after = await readEverywhere(scene)
  if (expected === null) return expect(after).toEqual([null, null, null])
  for (const [index, asset] of after.entries()) {
    expect(asset).toEqual({ ...before[index], ...expected, updatedAt: asset?.updatedAt })
    expect(Object.keys(asset ?? {})).toEqual(Object.keys(before[index] ?? {}))
  }
})

test('another user sees no favorite and no archived asset, in a stack neither, before and after the texts are written', async () => {
  const scene = await createScene()
  const { client, other, ids, album } = scene
  const [parent, member, single] = ids as [string, string, string]
  await client.updateAssets({ ids: [member], stackParentId: parent })
  const flags = async (reader: typeof client) => {
    const { assets } = await reader.getAlbumInfo(album.id)
    expect(await Promise.all(assets.map(({ id }) => reader.getAssetInfo(id)))).toEqual(assets)
    const all = assets.flatMap((asset) => [asset, ...(asset.stack ?? [])])
    return all.map(({ id, isFavorite, isArchived }) => ({ id, isFavorite, isArchived }))
  }
  const plain = await flags(other)
  await client.updateAssets({ ids: [member, single], isFavorite: true })
  await client.updateAssets({ ids: [parent], isArchived: true })

  const seen = [await flags(other), await flags(client)]
  await refreshStaleTexts(database)

  expect(seen[0]).toEqual(plain)
  expect(seen[1]?.filter(({ isFavorite }) => isFavorite).map(({ id }) => id)).toEqual([single, member, member])
  expect(seen[1]?.filter(({ isArchived }) => isArchived).map(({ id }) => id)).toEqual([parent])
  expect([await flags(other), await flags(client)]).toEqual(seen)
})

test('texts that are stale are written later; no answer, version or event changes (T3)', async () => {
  const scene = await createScene()
  const { ada, client, ids, tag } = scene
  const [favorite, trashed] = ids as [string, string]
  await client.updateAssets({ ids: [favorite], isFavorite: true })
  await client.deleteAssets({ ids: [trashed] })
  const read = async () => ({
    lists: await readEverywhere(scene),
    version: await findTagVersion(database, { id: tag.id, userId: ada.id }),
    events: await database.event.count({ where: { assetId: { in: ids } } }),
  })
  const before = await read()

  const hasMore = await refreshStaleTexts(database)

  expect(hasMore).toBe(false)
  expect(await read()).toEqual(before)
  expect(await database.staleText.findMany({ where: { assetId: { in: ids } } })).toEqual([
    { assetId: trashed, hasPeople: false },
  ])
  const { json } = await database.assetText.findUniqueOrThrow({ where: { assetId: favorite } })
  expect(JSON.parse(json)).toMatchObject({ isFavorite: true })
})

test('a text that is written later is what would be made anew', async () => {
  const { client, ids } = await createScene()
  const [single, parent, member] = ids as [string, string, string]
  await client.updateAssets({ ids: [member], stackParentId: parent })
  await client.updateAssets({ ids: [single, parent], isFavorite: true })
  await refreshStaleTexts(database)
  await client.updateAssets({ ids: [single], isFavorite: false, isArchived: true })
  await client.updateAssets({ ids: [member], isArchived: true })

  await refreshStaleTexts(database)

  await requireAnswers(ids)
})

test('tags are put into texts as if these were made anew, whatever tags and assets are named', async () => {
  const name = ',"tags":[],"thumbhash":\u00fc'
  const { client, ids } = await createScene()
  const [single, parent, member] = ids as [string, string, string]
  await database.asset.updateMany({ where: { id: { in: ids } }, data: { originalFileName: `${name}.jpg` } })
  await client.updateAssets({ ids: [member], stackParentId: parent })
  const tag = await client.createTag({ name, type: 'CUSTOM' })

  const changes = [
    () => client.tagAssets(tag.id, { assetIds: ids }),
    () => client.updateTag(tag.id, { name: `${name}2` }),
    () => client.untagAssets(tag.id, { assetIds: [single, member] }),
    () => client.deleteTag(tag.id),
  ]

  for (const change of changes) {
    await change()
    await requireAnswers(ids)
  }
})

test('stale texts are written beside an asset that is being changed, whose text is written the next time', async () => {
  const { client, ids } = await createScene()
  const [changing] = ids as [string, string, string]
  await client.updateAssets({ ids, isFavorite: true })
  const marked = () => database.staleText.findMany({ where: { assetId: { in: ids } } })

  const left = await database.$transaction(async (transaction) => {
    await transaction.$executeRaw`SELECT FROM asset WHERE id = ${changing}::uuid FOR NO KEY UPDATE`
    await refreshStaleTexts(database)
    return marked()
  }, LONG_TRANSACTION)
  await refreshStaleTexts(database)

  expect(left).toEqual([{ assetId: changing, hasPeople: false }])
  expect(await marked()).toEqual([])
})

test('an update is compared by each column of an asset that an answer has (C12)', async () => {
  const sql = await readFile(join(migrationsFolder, '..', 'asset.sql'), 'utf8')
  const view = /CREATE VIEW "asset_part"[\s\S]*?;\n/.exec(sql)?.[0] ?? ''
  const shown = [
    ...`${view}${/FUNCTION "asset_flags"[\s\S]*?\$\$;/.exec(sql)?.[0]}`.matchAll(/(?:\basset\."|\$1\.)(\w+)/g),
  ]
  const trigger = /FUNCTION "refresh_updated_assets"[\s\S]*?AS change;/.exec(sql)?.[0] ?? ''
  const compared = [...trigger.matchAll(/\bafter\.(\w+)/g)].map(([, column]) => column)

  expect(shown.length).toBeGreaterThan(20)
  expect(shown.map(([, column]) => column).filter((column) => column !== 'id' && !compared.includes(column))).toEqual(
    [],
  )
})
