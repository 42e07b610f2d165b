import type { Answer, Call } from './call.js'
import { caller } from './caller.js'

/**
 * The tables of the floor's changes: those of the service with their indexes and the room in their pages, without triggers and foreign
 * keys.
 */
export const createPlainTables = `
  CREATE SCHEMA plain;
  CREATE TABLE plain.asset (LIKE asset INCLUDING ALL) WITH (fillfactor = 50);
  CREATE TABLE plain.tag_asset (LIKE tag_asset INCLUDING ALL);
  CREATE TABLE plain.album_asset (LIKE album_asset INCLUDING ALL);
  INSERT INTO plain.asset SELECT * FROM asset;
  ANALYZE plain.asset`

/** Selects the requested assets when all are the caller's, and else none. */
const allOrNone = `
  usable AS MATERIALIZED (
    SELECT asset.id FROM caller JOIN plain.asset ON owner_id = caller.id WHERE asset.id = ANY ($3::uuid[])
  ), chosen AS (
    SELECT id FROM usable WHERE (SELECT count(*) FROM usable) = cardinality($3::uuid[])
  )`

const setFlag = update('favorite', 'is_favorite = $4::boolean')
const trash = update('trash', 'deleted_at = now()')
const restore = update('restore', 'deleted_at = NULL')
const tag = insert('tag', 'tag')
const addToAlbum = insert('add-to-album', 'album')

function update(name: string, change: string) {
  return {
    name: `plain-${name}`,
    text: `WITH ${caller}, ${allOrNone}, changed AS (
        UPDATE plain.asset SET ${change}, updated_at = now() FROM chosen WHERE asset.id = chosen.id RETURNING 1
      )
      SELECT FROM changed LIMIT 1`,
  }
}

function insert(name: string, list: 'tag' | 'album') {
  return {
    name: `plain-${name}`,
    text: `WITH ${caller} INSERT INTO plain.${list}_asset (${list}_id, asset_id, file_created_at)
      SELECT ${list}.id, asset.id, file_created_at
      FROM caller JOIN ${list} ON ${list === 'tag' ? 'user_id' : 'owner_id'} = caller.id JOIN plain.asset ON asset.owner_id = caller.id
      WHERE ${list}.id = $4 AND asset.id = ANY ($3::uuid[])
      ON CONFLICT DO NOTHING RETURNING asset_id`,
  }
}

export function updateAssets({ body, ...call }: Call): Promise<Answer> {
  const { ids, isFavorite } = body as { ids: string[]; isFavorite: boolean }
  return change(call, setFlag, [ids, isFavorite])
}

export function deleteAssets({ body, ...call }: Call): Promise<Answer> {
  return change(call, trash, [(body as { ids: string[] }).ids])
}

export function restoreAssets({ body, ...call }: Call): Promise<Answer> {
  return change(call, restore, [(body as { ids: string[] }).ids])
}

async function change({ database, key }: Omit<Call, 'body'>, statement: typeof trash, values: unknown[]) {
  const { rows } = await database.query({ ...statement, values: [...key, ...values] })
  return { status: rows.length > 0 ? 204 : 400 }
}

export async function tagAssets({ database, key, id, body }: Call): Promise<Answer> {
  const { assetIds } = body as { assetIds: string[] }
  const { rows } = await database.query<{ asset_id: string }>({ ...tag, values: [...key, assetIds, id] })
  const added = new Set(rows.map(({ asset_id }) => asset_id))
  return { status: 200, body: assetIds.map((assetId) => ({ assetId, ...result(added.has(assetId)) })) }
}

export async function addAssetsToAlbum({ database, key, id, body }: Call): Promise<Answer> {
  const { ids } = body as { ids: string[] }
  const { rows } = await database.query<{ asset_id: string }>({ ...addToAlbum, values: [...key, ids, id] })
  const added = new Set(rows.map(({ asset_id }) => asset_id))
  return { status: 200, body: ids.map((each) => ({ id: each, ...result(added.has(each)) })) }
}

function result(isAdded: boolean) {
  return isAdded ? { success: true } : { success: false, error: 'duplicate' }
}
