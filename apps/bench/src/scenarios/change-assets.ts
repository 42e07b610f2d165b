import { createPlainTables } from '../floor/change.js'
import { EVERYDAY_ASSETS } from '../generated-library.js'
import { type Exchange, prepareExchange } from '../http-contest.js'
import { AIMS, PRICES, type Scenario } from '../scenario.js'

/** The change of many assets by one request. */
interface Change {
  name: string
  count: number
  request: Pick<Exchange, 'method' | 'status' | 'paths'>
  /** The bodies for some assets, which are sent in turn. */
  bodies(ids: string[]): object[]
  /** Undoes the changes of the service's tables, or of the floor's in another schema. */
  undo?: string
}

/** The ids of the tag and the album that get the assets. */
const TAG = '00000000-0000-7000-8000-000000000001'
const ALBUM = '00000000-0000-7000-8000-000000000002'

const insertLists = `
  WITH tagged AS (INSERT INTO tag (id, user_id, name) SELECT '${TAG}', owner_id, 'changed' FROM library)
  INSERT INTO album (id, owner_id, album_name) SELECT '${ALBUM}', owner_id, 'Changed' FROM library`

const changes: Change[] = [
  {
    name: 'update-assets-100',
    count: 100,
    request: { method: 'PUT', status: 204, paths: ['/api/asset'] },
    bodies: (ids) => [true, false].map((isFavorite) => ({ ids, isFavorite })),
  },
  {
    name: 'delete-assets-100',
    count: 100,
    request: { method: 'DELETE', status: 204, paths: ['/api/asset'] },
    bodies: (ids) => [{ ids }],
    undo: 'UPDATE asset SET deleted_at = NULL WHERE deleted_at IS NOT NULL',
  },
  {
    name: 'restore-assets-100',
    count: 100,
    request: { method: 'POST', status: 204, paths: ['/api/trash/restore/assets'] },
    bodies: (ids) => [{ ids }],
    undo: `UPDATE asset SET deleted_at = now()
      WHERE id IN (SELECT id FROM asset ORDER BY id LIMIT ${EVERYDAY_ASSETS}) AND deleted_at IS NULL`,
  },
  {
    name: 'tag-assets-1000',
    count: 1_000,
    request: { method: 'PUT', status: 200, paths: [`/api/tag/${TAG}/assets`] },
    bodies: (assetIds) => [{ assetIds }],
    undo: `DELETE FROM tag_asset WHERE tag_id = '${TAG}'`,
  },
  {
    name: 'add-assets-to-album-1000',
    count: 1_000,
    request: { method: 'PUT', status: 200, paths: [`/api/album/${ALBUM}/assets`] },
    bodies: (ids) => [{ ids }],
    undo: `DELETE FROM album_asset WHERE album_id = '${ALBUM}'`,
  },
]

/** Changes 100 or 1,000 of 20,000 assets, others with each request. The floor changes tables of its own. */
export const changeAssetsScenarios = changes.map(toScenario)

function toScenario({ name, count, request, bodies, undo }: Change): Scenario {
  return {
    name,
    unit: 'requests',
    aim: AIMS.change,
    price: PRICES.change,
    prepare: async (setting) => {
      const library = await setting.openGenerated()
      const { pool, assetIds } = library
      const parts = Array.from({ length: EVERYDAY_ASSETS / count }, (_, part) =>
        assetIds.slice(part * count, (part + 1) * count),
      )
      const sent = [...parts.map((ids) => bodies(ids)[0]), ...parts.flatMap((ids) => bodies(ids).slice(1))]
      await pool.query(`${insertLists}; ${createPlainTables}`)
      const settle = async () => {
        await pool.query('VACUUM asset, asset_text, stale_text, plain.asset')
        await pool.query('CHECKPOINT')
      }
      const contest = await prepareExchange(setting, library, {
        ...request,
        bodies: sent.map((body) => JSON.stringify(body)),
        distinct: sent.length,
        reset: async () => {
          for (const schema of undo ? ['public', 'plain'] : [])
            await pool.query(`SET search_path TO ${schema}; ${undo}; RESET search_path`)
          await settle()
        },
      })
      return {
        ...contest,
        close: async () => {
          await contest.close()
          await pool.query(
            `DROP SCHEMA plain CASCADE; DELETE FROM tag WHERE id = '${TAG}'; DELETE FROM album WHERE id = '${ALBUM}'`,
          )
          await pool.query('UPDATE asset SET deleted_at = NULL WHERE deleted_at IS NOT NULL')
          await pool.query('SELECT write_stale_texts(count(*)::int) FROM stale_text')
        },
      }
    },
  }
}
