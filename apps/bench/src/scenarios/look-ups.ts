import type { GeneratedLibrary } from '../generated-library.js'
import { type Exchange, prepareExchange } from '../http-contest.js'
import { AIMS, type Contest, PRICES, type Scenario, type Setting } from '../scenario.js'

const ALBUMS = 1_000
const ASSETS_OF_EACH = 20

/** The number of assets of a large library. */
const LARGE = 1_000_000

/** A month that the generated library covers from its first to its last day. */
const MONTH = '2015-03-01T00:00:00.000Z'

const insertAlbums = `
  WITH created AS (
    INSERT INTO album (id, owner_id, album_name, updated_at)
    SELECT uuidv7(), owner_id, 'Album ' || n, now() - n * interval '1 minute' FROM library, generate_series(1, $1::int) AS n
    RETURNING id
  ), numbered AS (
    SELECT id, row_number() OVER (ORDER BY id) AS n FROM created
  ), placed AS (
    INSERT INTO album_asset (album_id, asset_id)
    SELECT id, ($3::uuid[])[(n - 1) * $2 + position] FROM numbered, generate_series(1, $2::int) AS position
  ), shared AS (
    INSERT INTO album_user (album_id, user_id) SELECT id, $4 FROM numbered WHERE n % 10 = 0
  )
  SELECT id FROM created`

/** Albums with their counts, an album with its assets, all assets, and the timeline of a library of 1,000,000 assets. */
export const lookUpScenarios: Scenario[] = [
  {
    name: `get-all-albums-${ALBUMS}`,
    unit: 'requests',
    aim: AIMS.list,
    price: 'the counts and dates of each album as they are now; stored ones would follow each change of an asset',
    prepare: (setting) => prepareAlbums(setting, { albums: ALBUMS, path: () => '/api/album' }),
  },
  getAlbumInfo(100),
  getAlbumInfo(10_000),
  {
    name: 'get-all-assets',
    unit: 'requests',
    aim: AIMS.list,
    price: PRICES.list,
    prepare: async (setting) => prepareExchange(setting, await setting.openGenerated(), getting('/api/asset')),
  },
  ofLarge('get-time-buckets', '/api/asset/time-buckets?size=MONTH'),
  ofLarge('get-time-bucket', `/api/asset/time-bucket?size=MONTH&timeBucket=${MONTH}`),
]

function getAlbumInfo(assets: number): Scenario {
  return {
    name: `get-album-info-${assets}`,
    unit: 'requests',
    aim: AIMS.list,
    price: PRICES.list,
    prepare: (setting) => prepareAlbums(setting, { albums: 1, assets, path: (id) => `/api/album/${id}` }),
  }
}

async function prepareAlbums(
  setting: Setting,
  { albums, assets, path }: { albums: number; assets?: number; path: (id: string) => string },
): Promise<Contest> {
  const library = await setting.openGenerated()
  const [id = ''] = await putAlbums(library, { albums, ...(assets !== undefined && { assets }) })
  const contest = await prepareExchange(setting, library, { method: 'GET', status: 200, paths: [path(id)] })
  return {
    ...contest,
    close: async () => {
      await contest.close()
      await library.pool.query('TRUNCATE album CASCADE')
    },
  }
}

/** Replaces all albums by that many, of so many assets each. Returns their ids. */
export async function putAlbums(
  { pool, assetIds, userIds }: GeneratedLibrary,
  { albums, assets = ASSETS_OF_EACH }: { albums: number; assets?: number },
): Promise<string[]> {
  await pool.query('TRUNCATE album CASCADE')
  const values = [albums, assets, assetIds.slice(0, albums * assets), userIds[0]]
  const { rows } = await pool.query<{ id: string }>(insertAlbums, values)
  await pool.query('VACUUM ANALYZE album, album_asset')
  return rows.map(({ id }) => id)
}

/** Returns one request at a time, because the floor takes seconds for some. */
export function getting(path: string): Exchange {
  return { method: 'GET', status: 200, paths: [path], connections: 1 }
}

/** Creates a scenario that enlarges the library which all scenarios share. These scenarios therefore come last. */
function ofLarge(name: string, path: string): Scenario {
  return {
    name,
    unit: 'requests',
    aim: AIMS.list,
    price: PRICES.list,
    prepare: async (setting) => {
      const library: GeneratedLibrary = await setting.openGenerated()
      if (!setting.quick) await library.growTo(LARGE)
      return prepareExchange(setting, library, getting(path))
    },
  }
}
