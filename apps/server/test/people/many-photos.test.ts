import { createClient } from '@media-library/client'
import { expect, test } from 'vitest'
import { refreshStaleTexts } from '../../src/assets/stale-texts.js'
import { ask, uuids } from '../../src/database/ask.js'
import { transact } from '../../src/database/transaction.js'
import { Prisma } from '../../src/generated/prisma/client.js'
import { createAlbum, createAssets, createPerson, createUser } from '../support/database/factories.js'
import { untilBlocked } from '../support/database/statements.js'
import { send } from '../support/http/client.js'
import { startTestServer } from '../support/http/server.js'
import { LONG_TRANSACTION } from '../support/until.js'

const server = await startTestServer()
const { database } = server

/** One more than the photos whose texts a change of a person rewrites. */
const MANY = 1_001

/** Ada on that many photos: the first two are a stack, the third is in an album of Ben, and the last in the trash. */
async function createScene() {
  const [owner, ben] = [await createUser(database), await createUser(database)]
  const ids = await createAssets(database, owner, MANY)
  const [cover, member, shared, trashed] = [ids[0], ids[1], ids[2], ids.at(-1)] as [string, string, string, string]
  const ada = await createPerson(database, owner, { id: cover })
  await ask(
    database,
    Prisma.sql`
      INSERT INTO asset_face (id, asset_id, person_id, bounding_box_x1, bounding_box_x2, bounding_box_y1, bounding_box_y2, image_height, image_width)
      SELECT gen_random_uuid(), id, ${ada.id}::uuid, 1, 2, 1, 2, 9, 9 FROM unnest(${uuids(ids.slice(1))}::uuid[]) AS id`,
  )
  const album = await createAlbum(database, owner, { assetIds: [shared], sharedWith: [ben] })
  const [client, other] = [owner, ben].map(({ apiKey }) => createClient({ baseUrl: server.url, apiKey })) as [
    ReturnType<typeof createClient>,
    ReturnType<typeof createClient>,
  ]
  await client.updateAssets({ ids: [member], stackParentId: cover })
  await client.deleteAssets({ ids: [trashed] })
  await writeTexts(ids)
  return { owner, client, other, ada, album, ids, cover, member, shared, trashed }
}

type Scene = Awaited<ReturnType<typeof createScene>>

/** Writes the texts, and returns the visible assets whose texts are not what would be made anew. */
async function writeTexts(ids: string[]) {
  while (await refreshStaleTexts(database)) {}
  const differing = await ask(
    database,
    Prisma.sql`
      SELECT asset_id FROM asset_text AS text JOIN asset_answer AS answer ON answer.id = asset_id
      WHERE asset_id = ANY (${uuids(ids)}::uuid[]) AND NOT is_trashed AND (
        text.json, text.flags_at, text.body_at, text.last_at, text.stack_at, text.stack_for_others, text.is_plain
      ) IS DISTINCT FROM (
        answer.json, answer.flags_at, answer.body_at, answer.last_at, answer.stack_at, answer.stack_for_others, answer.is_plain
      )`,
  )
  return differing
}

function countWritten({ ids }: Scene, before: string) {
  return database.$queryRaw<{ texts: bigint }[]>`
    SELECT count(*) AS texts FROM asset_text WHERE asset_id = ANY (${ids}::uuid[]) AND xmin::text::bigint >= ${before}::bigint`
}

async function currentTransaction() {
  const [row] = await database.$queryRaw<{ xid: string }[]>`SELECT pg_current_xact_id()::text AS xid`
  return row?.xid ?? ''
}

/** The names of the people that each way to read them tells, without those that tell the same. */
async function readNames({ client, other, ada, album, cover, member, shared, trashed }: Scene) {
  const lists = [
    (await client.getPersonAssets(ada.id)).items,
    (await client.getAllAssets({ isTrashed: false })).items,
    (await client.getAllAssets({ isTrashed: true })).items,
    (await client.getAlbumInfo(album.id)).assets,
    (await other.getAlbumInfo(album.id)).assets,
    await Promise.all([cover, member, shared, trashed].map((id) => client.getAssetInfo(id))),
  ].map((assets) => assets.flatMap((asset) => [asset, ...(asset.stack ?? [])]))
  return [...new Set(lists.flat().map(({ people }) => people.map(({ name }) => name).join()))]
}

async function readVersions({ owner, album }: Scene) {
  const versions = [`/api/asset`, `/api/asset?isTrashed=true`, `/api/album/${album.id}`].map(async (path) => {
    const { headers } = await send(server, path, owner)
    return headers.get('etag')
  })
  return Promise.all(versions)
}

test.each<[string, (scene: Scene) => Promise<unknown>, string]>([
  ['a new name', ({ client, ada }) => client.updatePerson(ada.id, { name: 'Grace' }), 'Grace'],
  ['hiding', ({ client, ada }) => client.updatePerson(ada.id, { isHidden: true }), ''],
  [
    'merging',
    async ({ owner, client, ada, cover }) => {
      const grace = await createPerson(database, owner, { id: cover }, { name: 'Grace' })
      await client.mergePerson(grace.id, { ids: [ada.id] })
      Object.assign(ada, grace)
    },
    'Grace',
  ],
])(
  '%s of a person of very many photos writes no texts, and every list has it at once (P6)',
  async (_what, change, name) => {
    const scene = await createScene()
    const { client, ids } = scene
    const [names, versions, began] = [await readNames(scene), await readVersions(scene), await currentTransaction()]

    await change(scene)

    const events = () =>
      database.event.count({ where: { assetId: { in: ids }, subject: 'people', xid: { gte: BigInt(began) } } })
    const after = [await readNames(scene), await readVersions(scene), await events()]
    expect([names, after[0]]).toEqual([['Ada'], [name]])
    expect(await readVersions(scene)).toEqual(after[1])
    for (const [index, version] of versions.entries()) expect((after[1] as unknown[])[index]).not.toBe(version)
    expect((await countWritten(scene, began))[0]?.texts).toBeLessThan(5)
    expect((await client.searchMetadata({ q: 'grace' })).assets.total).toBe(name === '' ? 0 : MANY - 1)
    // Later, the texts are written. Nobody is told, because no answer changes.
    expect(await writeTexts(ids)).toEqual([])
    expect([await readNames(scene), await readVersions(scene), await events()]).toEqual(after)
    expect(after[2]).toBeGreaterThanOrEqual(MANY - 1)
  },
)

test('a name that comes while texts are written is not lost (P6)', async () => {
  const scene = await createScene()
  const { client, ada, ids } = scene
  await client.updatePerson(ada.id, { name: 'Grace' })

  const [renaming] = await transact(
    database,
    async (transaction) => {
      await refreshStaleTexts(transaction)
      const waiting = client.updatePerson(ada.id, { name: 'Hedy' })
      await untilBlocked(database)
      return [waiting]
    },
    LONG_TRANSACTION.timeout,
  )
  await renaming

  expect(await writeTexts(ids)).toEqual([])
  expect(await readNames(scene)).toEqual(['Hedy'])
})

test('merging gives the faces of very many photos in parts, and the last part makes the people one (P5)', async () => {
  const owner = await createUser(database)
  const [photo = ''] = await createAssets(database, owner, 1)
  const [ada, twin] = [
    await createPerson(database, owner, { id: photo }, { isHidden: true }),
    await createPerson(database, owner, { id: photo }, { isHidden: true }),
  ]
  await ask(
    database,
    Prisma.sql`
      INSERT INTO asset_face (id, asset_id, person_id, bounding_box_x1, bounding_box_x2, bounding_box_y1, bounding_box_y2, image_height, image_width)
      SELECT gen_random_uuid(), ${photo}::uuid, ${twin.id}::uuid, 0, 0, 0, 0, 0, 0 FROM generate_series(1, 100000)`,
  )

  await createClient({ baseUrl: server.url, apiKey: owner.apiKey }).mergePerson(ada.id, { ids: [twin.id] })

  const parts = await database.$queryRaw<{ faces: bigint }[]>`
    SELECT count(*) AS faces FROM asset_face WHERE person_id = ${ada.id}::uuid GROUP BY xmin::text ORDER BY 1`
  expect(parts.map(({ faces }) => Number(faces))).toEqual([1, 1, 100_000])
  expect(await database.person.count({ where: { ownerId: owner.id } })).toBe(1)
})
