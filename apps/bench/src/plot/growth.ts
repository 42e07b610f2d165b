import type { GeneratedLibrary } from '../generated-library.js'
import { type Exchange, prepareExchange } from '../http-contest.js'
import type { ExchangeFigures, Setting } from '../scenario.js'
import { addUsersRequests } from '../scenarios/add-users-to-album.js'
import { createAlbumRequests } from '../scenarios/create-album.js'
import { oauthConfigRequest } from '../scenarios/generate-oauth-config.js'
import { tagAssetsRequests } from '../scenarios/get-tag-assets.js'
import { newJobsRequests } from '../scenarios/run-asset-jobs.js'
import type { Chart } from './svg.js'

/** The times of both sides for one exchange, at one size. */
interface Point {
  size: number
  ours: ExchangeFigures
  floor: ExchangeFigures
}

/** The requests of an operation for that many items. */
type Requests = (library: GeneratedLibrary, items: number) => Promise<Exchange>

/** The five operations by the names of their charts, with the kind of their items. */
const operations: Record<string, { title: string; items: string | null; requests: Requests }> = {
  'create-album': {
    title: 'createAlbum',
    items: 'assets in the album',
    requests: async (...of) => createAlbumRequests(...of),
  },
  'add-users-to-album': { title: 'addUsersToAlbum', items: 'added users', requests: addUsersRequests },
  'get-tag-assets': { title: 'getTagAssets', items: 'assets in the tag', requests: listTag },
  'run-asset-jobs': {
    title: 'runAssetJobs',
    items: 'assets with new jobs',
    requests: async (...of) => newJobsRequests(...of),
  },
  'generate-oauth-config': { title: 'generateOAuthConfig', items: null, requests: async () => oauthConfigRequest },
}

/** The maximum number of items of a request, and the number of assets of the library in which they are measured. */
const MOST_ITEMS = 100_000
/** The items of a request while the library grows. */
const FEW_ITEMS = 100

/**
 * Measures the time of one request of each operation, over its items and over the assets of the library, by the names of the charts.
 */
export async function measureGrowth(
  setting: Setting,
  onProgress: (line: string) => void,
): Promise<Map<string, Chart[]>> {
  const library = await setting.openGenerated()
  const ofItems = new Map<string, Point[]>()
  const ofLibrary = new Map<string, Point[]>()
  const add = async (
    points: Map<string, Point[]>,
    [name, { requests }]: [string, { requests: Requests }],
    { size, items }: { size: number; items: number },
  ) => {
    const exchange = await requests(library, items)
    onProgress(`plot: ${name} of ${items} items, in a library of ${library.assetIds.length} assets`)
    points.set(name, [...(points.get(name) ?? []), await measure(setting, library, size, exchange)])
  }
  for (const size of setting.quick ? [10_000, MOST_ITEMS] : [10_000, MOST_ITEMS, 1_000_000]) {
    await library.growTo(size)
    for (const each of Object.entries(operations)) await add(ofLibrary, each, { size, items: FEW_ITEMS })
    if (size !== MOST_ITEMS) continue
    for (const each of Object.entries(operations)) {
      for (let count = 1; each[1].items !== null && count <= MOST_ITEMS; count *= 10) {
        await add(ofItems, each, { size: count, items: count })
      }
    }
  }
  return new Map(
    Object.entries(operations).map(([name, { title, items }]) => [
      name,
      [
        ...(items === null ? [] : [chart(title, items, ofItems.get(name))]),
        chart(items === null ? title : `${title} of ${FEW_ITEMS}`, 'assets in the library', ofLibrary.get(name)),
      ],
    ]),
  )
}

async function listTag(library: GeneratedLibrary, count: number): Promise<Exchange> {
  await library.addTag(count)
  return tagAssetsRequests(library, count)
}

/** Measures one request at a time, over one connection. */
async function measure(setting: Setting, library: GeneratedLibrary, size: number, exchange: Exchange): Promise<Point> {
  const short = { ...setting, quick: true }
  const contest = await prepareExchange(short, library, { ...exchange, connections: 1 })
  try {
    const ours = (await contest.ours()).exchange as ExchangeFigures
    const floor = (await contest.floor()).exchange as ExchangeFigures
    return { size, ours, floor }
  } finally {
    await contest.close()
  }
}

function chart(title: string, across: string, points: Point[] = []): Chart {
  return {
    title,
    across,
    unit: 'ms',
    lines: (['ours', 'floor'] as const).map((side) => ({
      label: side === 'ours' ? 'the service' : 'the floor',
      points: points.map((point) => [point.size, point[side].p50]),
    })),
  }
}
