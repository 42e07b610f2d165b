import type { GeneratedLibrary } from '../generated-library.js'
import { type Exchange, prepareExchange } from '../http-contest.js'
import { AIMS, PRICES, type Scenario } from '../scenario.js'

/** Creates albums without assets, and with 100 and 1,000 assets, which the response contains. */
export const createAlbumScenarios = [
  createAlbum(0, AIMS.small),
  createAlbum(100, AIMS.list),
  createAlbum(1_000, AIMS.list),
]

function createAlbum(count: number, aim: number): Scenario {
  return {
    name: `create-album-${count}`,
    unit: 'requests',
    aim,
    price:
      count === 0 ? PRICES.small : 'the foreign keys of each asset in the album, a third of the time of the database',
    prepare: async (setting) => {
      const library = await setting.openGenerated()
      return prepareExchange(setting, library, createAlbumRequests(library, count))
    },
  }
}

/** Returns requests for albums with that many assets. */
export function createAlbumRequests(library: GeneratedLibrary, count: number): Exchange {
  const assetIds = library.assetIds.slice(0, count)
  return {
    method: 'POST',
    status: 201,
    paths: ['/api/album'],
    bodies: [JSON.stringify({ albumName: 'A summer', ...(count > 0 && { assetIds }) })],
    reset: async () => {
      await library.pool.query('TRUNCATE album CASCADE')
      await library.pool.query('CHECKPOINT')
    },
  }
}
