import type { GeneratedLibrary } from '../generated-library.js'
import { type Exchange, prepareExchange } from '../http-contest.js'
import { AIMS, PRICES, type Scenario } from '../scenario.js'

const REVALIDATED = 1_000

const revalidate: Scenario = {
  name: 'get-tag-assets-304',
  unit: 'requests',
  aim: AIMS.small,
  price: PRICES.small,
  prepare: async (setting) => {
    const library = await setting.openGenerated()
    const path = toPath(library, REVALIDATED)
    return prepareExchange(setting, library, {
      method: 'GET',
      status: 304,
      paths: [path],
      askFirst: async (url) => {
        const answer = await fetch(url + path, { headers: { 'x-api-key': library.apiKey } })
        const etag = answer.headers.get('etag')
        await answer.body?.cancel()
        if (etag === null) throw new Error('The server sent no ETag, so no request can have If-None-Match.')
        return { 'if-none-match': etag }
      },
    })
  },
}

/** Lists tags of 10 to 100,000 assets, and revalidates a list by its ETag. */
export const getTagAssetsScenarios = [...[10, 100, 1_000, 10_000, 100_000].map(getTagAssets), revalidate]

function toPath({ tags }: GeneratedLibrary, count: number) {
  return `/api/tag/${tags.get(count)}/assets`
}

function getTagAssets(count: number): Scenario {
  return {
    name: `get-tag-assets-${count}`,
    unit: 'requests',
    aim: AIMS.list,
    price: PRICES.list,
    prepare: async (setting) => {
      const library = await setting.openGenerated()
      return prepareExchange(setting, library, tagAssetsRequests(library, count))
    },
  }
}

/** Returns requests for the list of a tag with that many assets. */
export function tagAssetsRequests(library: GeneratedLibrary, count: number): Exchange {
  return {
    method: 'GET',
    status: 200,
    paths: [toPath(library, count)],
    // The floor's memory cannot hold ten of the longest lists at once.
    ...(count > 10_000 && { connections: 1 }),
  }
}
