import { appendFile, copyFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Asset, ExifInfo } from '@media-library/contract'
import { Pool } from 'pg'
import { afterAll, expect, test } from 'vitest'
import { connect, disconnect } from '../../../src/database/connect.js'
import { installAssetAnswer } from '../../../src/database/migrations/asset-answer.js'
import { migrationsFolder } from '../../../src/database/migrations/migrations.js'
import { makeFolder } from '../../fixtures/folder.js'
import { createTestDatabase } from '../../support/database/database.js'
import { createAsset, createPerson, createTag, createUser } from '../../support/database/factories.js'
import { testPool } from '../../support/long.js'

const { url } = await createTestDatabase()
const database = connect(url, testPool)
const pool = new Pool({ connectionString: url, max: 1 })

afterAll(async () => {
  await pool.end()
  await disconnect(database)
})

/** A copy of prisma/asset.sql that ends with more statements. */
async function alter(statements: string): Promise<string> {
  const folder = await makeFolder()
  const path = join(folder, 'asset.sql')
  await copyFile(join(migrationsFolder, '..', 'asset.sql'), path)
  await appendFile(path, statements)
  return path
}

async function findText(id: string) {
  return (await database.assetText.findUniqueOrThrow({ where: { assetId: id } })).json
}

/** The fields that the contract has. */
function listFields(schema: unknown) {
  return Object.keys((schema as { shape: object }).shape)
}

test("asset.sql answers every field of the contract's Asset, and no other", async () => {
  const user = await createUser(database)
  const photo = await createAsset(database, user, { smartInfo: { create: { objects: ['dog'], tags: [] } } })
  await createPerson(database, user, photo)
  await createTag(database, user, { assetIds: [photo.id] })
  await database.stack.create({
    data: { ownerId: user.id, primaryAssetId: photo.id, assets: { connect: { id: photo.id } } },
  })
  await database.exif.create({ data: { assetId: photo.id } })

  const asset = JSON.parse(await findText(photo.id))

  // `owner` repeats `ownerId` and is left out.
  expect(Object.keys(asset).sort(), 'prisma/asset.sql must answer each field of Asset').toEqual(
    listFields(Asset)
      .filter((field) => field !== 'owner')
      .sort(),
  )
})

test("asset.sql answers every field of the contract's ExifInfo, and no other", async () => {
  const { id } = await createAsset(database, await createUser(database))
  await pool.query(
    `INSERT INTO exif SELECT (jsonb_populate_record(NULL::exif, jsonb_object_agg(column_name,
       CASE WHEN column_name = 'asset_id' THEN $1 WHEN data_type LIKE 'timestamp%' THEN '2024-01-02T03:04:05Z' ELSE '1' END))).*
     FROM information_schema.columns WHERE table_name = 'exif'`,
    [id],
  )

  const { exifInfo } = JSON.parse(await findText(id))

  expect(Object.keys(exifInfo).sort(), 'prisma/asset.sql must answer each field of ExifInfo').toEqual(
    listFields(ExifInfo).sort(),
  )
})

test('a changed definition is installed, and the answers that differ are rewritten with new tags', async () => {
  const user = await createUser(database)
  const { id } = await createAsset(database, user)
  const tag = await createTag(database, user, { assetIds: [id] })
  const before = await findText(id)
  const changes = await database.listVersion.count({ where: { listId: tag.id } })
  const path = await alter(`
    CREATE OR REPLACE VIEW asset_answer AS
    SELECT id, is_trashed, head || flags || body || last || ',"stackCount":0,"rating":5}' AS json, length(head) AS flags_at,
      length(head || flags) + 1 AS body_at, length(head || flags || body) + 1 AS last_at,
      length(head || flags || body || last) + 1 AS stack_at, NULL::text AS stack_for_others, NOT is_flagged AS is_plain
    FROM asset_part`)

  await installAssetAnswer(pool, path)

  expect(JSON.parse(await findText(id))).toEqual({ ...JSON.parse(before), rating: 5 })
  expect(await database.listVersion.count({ where: { listId: tag.id } })).toBe(changes + 1)

  await installAssetAnswer(pool)

  expect(await findText(id)).toBe(before)
})

test('an installation that was interrupted is repeated', async () => {
  const user = await createUser(database)
  const { id } = await createAsset(database, user)
  const before = await findText(id)
  await pool.query(`UPDATE asset_text SET json = '{}' WHERE asset_id = $1`, [id])
  await pool.query('COMMENT ON VIEW asset_answer IS NULL')

  await installAssetAnswer(pool)

  expect(await findText(id)).toBe(before)
})

test('a definition that the database cannot have names the file, the reason and the line', async () => {
  const path = await alter('\nSELECT no_such_column FROM exif;\n')
  const line = (await readFile(path, 'utf8')).split('\n').indexOf('SELECT no_such_column FROM exif;') + 1

  const installed = installAssetAnswer(pool, path)

  await expect(installed).rejects.toThrow(
    `prisma/asset.sql does not fit the database: column "no_such_column" does not exist (line ${line}).`,
  )
})
