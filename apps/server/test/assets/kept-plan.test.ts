import { expect, test } from 'vitest'
import { findAlbum } from '../../src/albums/album.js'
import { findAssetFile, findAssetPicture } from '../../src/assets/files/asset-file.js'
import { ask, uuids } from '../../src/database/ask.js'
import { connect, disconnect } from '../../src/database/connect.js'
import { Prisma } from '../../src/generated/prisma/client.js'
import { listFilesWith } from '../../src/import/stored-files.js'
import { listUploads } from '../../src/phone/phone.js'
import { findApiKeys } from '../../src/users/api-key.js'
import { createAlbum, createAsset, createAssets, createUser } from '../support/database/factories.js'
import { startTestServer } from '../support/http/server.js'
import { testPool } from '../support/long.js'

const { database, databaseUrl } = await startTestServer()
const user = await createUser(database)
const assets = await Promise.all(Array.from({ length: 4 }, () => createAsset(database, user)))
/** A library of some size. */
const many = await createAssets(database, user, 3_000)
await ask(database, Prisma.sql`ANALYZE asset`)

test.each([
  ['findAssetPicture', findAssetPicture],
  ['findAssetFile', findAssetFile],
])('%s is planned once, not for each list of assets', async (_, find) => {
  const plans = await countPlans(async (one) => {
    await Promise.all(assets.map(({ id }) => find(one, { id, userId: user.id })))
    await find(one, { id: assets[0]?.id ?? '', userId: user.id })
  })

  expect(plans.kept).toBeGreaterThan(10)
  expect(plans.made).toBeLessThanOrEqual(PLANNED_FIRST)
})

test('listFilesWith, which each upload asks, is planned once in a library of some size', async () => {
  const plans = await countPlans((one) => listFilesWith(one, user.id, ['00'.repeat(20)]))

  expect(plans.kept).toBeGreaterThan(10)
  expect(plans.made).toBeLessThanOrEqual(PLANNED_FIRST)
})

test('findApiKeys is planned once', async () => {
  const plans = await countPlans((one) => findApiKeys(one, [{ id: user.id, secretHash: new Uint8Array(32) }]))

  expect(plans.kept).toBeGreaterThan(10)
  expect(plans.made).toBeLessThanOrEqual(PLANNED_FIRST)
})

test('an album is read by indexes, so that its plan stays fast when a small table grows', async () => {
  const assetIds = assets.map(({ id }) => id)
  const albums = await Promise.all(
    assetIds.map((_, at) => createAlbum(database, user, { assetIds: assetIds.slice(at) })),
  )
  await database.$executeRaw`ANALYZE`
  const one = connectOnce()
  await one.$connect()

  for (let number = 0; number < 10; number += 1) await findAlbum(one, albums[0]?.id ?? '')

  await ask(one, Prisma.sql`SELECT pg_stat_force_next_flush()::text`)
  const scans = await ask(
    one,
    Prisma.sql`SELECT seq_scan::int AS count FROM pg_stat_user_tables WHERE relname = 'album_asset'`,
  )
  await disconnect(one)
  expect(scans).toEqual([{ count: 0 }])
})

test('what a device has uploaded is found by its names, not by reading all assets', async () => {
  const one = connectOnce()
  await one.$connect()

  await listUploads(one, { ownerId: user.id, deviceId: 'test' }, ['IMG_1.jpg', 'IMG_2.jpg'])

  await ask(one, Prisma.sql`SELECT pg_stat_force_next_flush()::text`)
  const scans = await ask(
    one,
    Prisma.sql`SELECT idx_scan > 0 AS "areThere" FROM pg_stat_user_indexes WHERE indexrelname = 'asset_device_idx'`,
  )
  await disconnect(one)
  expect(scans).toEqual([{ areThere: true }])
})

test.each([
  ['favorites', Prisma.sql`is_favorite = NOT is_favorite`],
  ['new names', Prisma.sql`original_file_name = original_file_name || 'x'`],
])('thousands of %s take as long after the change of one asset as before it', async (_, change) => {
  const changeOver = (one: ReturnType<typeof connect>, chosen: string[]) =>
    ask(one, Prisma.sql`UPDATE asset SET ${change} WHERE id = ANY (${uuids(chosen)}::uuid[])`)
  const measure = async (first: string[]) => {
    const one = connect(databaseUrl, { ...testPool, connections: 1 })
    await changeOver(one, first)
    const times = []
    for (let round = 0; round < 3; round += 1) {
      const startedAt = performance.now()
      await changeOver(one, many)
      times.push(performance.now() - startedAt)
    }
    await disconnect(one)
    return Math.min(...times)
  }

  const after = { many: await measure(many), one: await measure(many.slice(0, 1)) }

  expect(after.one).toBeLessThan(4 * after.many)
})

/** PostgreSQL plans a prepared statement that often before it compares the costs. */
const PLANNED_FIRST = 5

function connectOnce() {
  return connect(databaseUrl, { connections: 1, waitMs: 10_000, statementMs: 10_000, preparedStatements: true })
}

/** Repeats a look-up over one connection, and counts how often its statement was planned, and how often a plan was used again. */
async function countPlans(lookUp: (database: ReturnType<typeof connect>) => Promise<unknown>) {
  const one = connectOnce()
  await one.$connect()
  for (let number = 0; number < 20; number += 1) await lookUp(one)
  const [plans] = await ask<{ kept: number; made: number }>(
    one,
    Prisma.sql`SELECT generic_plans::int AS kept, custom_plans::int AS made FROM pg_prepared_statements
      ORDER BY generic_plans + custom_plans DESC LIMIT 1`,
  )
  await disconnect(one)
  return plans ?? { kept: 0, made: 0 }
}
