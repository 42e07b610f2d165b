import type { GeneratedLibrary } from '../generated-library.js'
import { type Exchange, prepareExchange } from '../http-contest.js'
import { AIMS, PRICES, type Scenario } from '../scenario.js'

/**
 * The number of albums, which is more than either side uses in a round, so that each request adds a user to another album.
 */
const ALBUMS = 40_000
const ALBUMS_QUICK = 20_000

const insertAlbums = `
  INSERT INTO album (id, owner_id, album_name, updated_at)
  SELECT uuidv7(), owner_id, 'Album ' || n, now() FROM library, generate_series(1, $1::int) AS n
  RETURNING id`

/** Adds users who are not yet in the album: each request uses another album without assets. */
export const addUsersScenarios = [1, 10].map(addUsers)

function addUsers(count: number): Scenario {
  return {
    name: `add-users-to-album-${count}`,
    unit: 'requests',
    aim: AIMS.small,
    price: PRICES.small,
    prepare: async (setting) => {
      const library = await setting.openGenerated()
      const exchange = await addUsersRequests(library, count, setting.quick ? ALBUMS_QUICK : ALBUMS)
      const contest = await prepareExchange(setting, library, exchange)
      return {
        ...contest,
        close: async () => {
          await contest.close()
          await library.pool.query('TRUNCATE album CASCADE')
        },
      }
    },
  }
}

/** Returns requests that add that many users to one of as many new albums each. */
async function addUsersRequests({ pool, userIds }: GeneratedLibrary, count: number, albums: number): Promise<Exchange> {
  await pool.query('TRUNCATE album CASCADE')
  const { rows } = await pool.query<{ id: string }>(insertAlbums, [albums])
  return {
    method: 'PUT',
    status: 200,
    paths: rows.map(({ id }) => `/api/album/${id}/users`),
    bodies: [JSON.stringify({ sharedUserIds: userIds.slice(0, count) })],
    distinct: rows.length,
    reset: async () => {
      await pool.query('TRUNCATE album_user')
      await pool.query('VACUUM ANALYZE album')
      await pool.query('CHECKPOINT')
    },
  }
}
