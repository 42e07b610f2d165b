import type { GeneratedLibrary } from '../generated-library.js'
import { type Exchange, prepareExchange } from '../http-contest.js'
import type { ExchangeFigures, Setting } from '../scenario.js'
import { createAlbumRequests } from '../scenarios/create-album.js'
import { tagAssetsRequests } from '../scenarios/get-tag-assets.js'
import { startAlone } from '../sides.js'
import type { Chart } from './svg.js'

/** The times of both sides for one exchange, at one size. */
interface Point {
  size: number
  ours: ExchangeFigures
  /** Null for an operation that the floor does not have. */
  floor: ExchangeFigures | null
}

/** The requests of an operation for that many items. */
type Requests = (library: GeneratedLibrary, items: number) => Promise<Exchange>

interface Operation {
  /** The picture in which its charts are. */
  picture: string
  title: string
  /** The kind of its items; null when it has none, so that only the library grows. */
  items: string | null
  requests: Requests
  /** Whether the floor lacks it. */
  isAlone?: boolean
}

/** The first month of the library, which begins with it. */
const MONTH = '2015-01-01T00:00:00.000Z'

const operations: Operation[] = [
  {
    picture: 'create-album',
    title: 'createAlbum',
    items: 'assets in the album',
    requests: async (...of) => createAlbumRequests(...of),
  },
  { picture: 'get-tag-assets', title: 'getTagAssets', items: 'assets in the tag', requests: listTag },
  {
    picture: 'get-time-buckets',
    title: 'getTimeBuckets by month',
    items: null,
    requests: async () => getting('/api/asset/time-buckets?size=MONTH'),
  },
  searching('a word of all assets', 'walk'),
  searching('one asset', 'IMG_5000.jpg'),
  searching('a place in the first year', `paris ${MONTH.slice(0, 4)}`),
]

/** The maximum number of items of a request, and the number of assets of the library in which they are measured. */
const MOST_ITEMS = 100_000
/** The items of a request while the library grows. */
const FEW_ITEMS = 100

/**
 * Measures the time of one request of each operation, over its items and over the assets of the library, by the names of the pictures.
 */
export async function measureGrowth(
  setting: Setting,
  onProgress: (line: string) => void,
): Promise<Map<string, Chart[]>> {
  const library = await setting.openGenerated()
  const ofItems = new Map<Operation, Point[]>()
  const ofLibrary = new Map<Operation, Point[]>()
  const add = async (
    points: Map<Operation, Point[]>,
    operation: Operation,
    { size, items }: { size: number; items: number },
  ) => {
    const { title, requests, isAlone = false } = operation
    const exchange = await requests(library, items)
    onProgress(`plot: ${title}, ${items} items, in a library of ${library.assetIds.length} assets`)
    const point = await measure(setting, library, { size, exchange, isAlone })
    points.set(operation, [...(points.get(operation) ?? []), point])
  }
  for (const size of setting.quick ? [10_000, MOST_ITEMS] : [10_000, MOST_ITEMS, 1_000_000]) {
    await library.growTo(size)
    for (const each of operations) await add(ofLibrary, each, { size, items: FEW_ITEMS })
    if (size !== MOST_ITEMS) continue
    for (const each of operations) {
      for (let count = 1; each.items !== null && count <= MOST_ITEMS; count *= 10) {
        await add(ofItems, each, { size: count, items: count })
      }
    }
  }
  const pictures = new Map<string, Chart[]>()
  for (const operation of operations) {
    const { picture, title, items } = operation
    const charts = [
      ...(items === null ? [] : [chart(title, items, ofItems.get(operation))]),
      chart(items === null ? title : `${title} of ${FEW_ITEMS}`, 'assets in the library', ofLibrary.get(operation)),
    ]
    pictures.set(picture, [...(pictures.get(picture) ?? []), ...charts])
  }
  return pictures
}

async function listTag(library: GeneratedLibrary, count: number): Promise<Exchange> {
  await library.addTag(count)
  return tagAssetsRequests(library, count)
}

function searching(what: string, words: string): Operation {
  return {
    picture: 'search',
    title: `search for ${what}`,
    items: null,
    requests: async () => getting(`/api/search?${new URLSearchParams({ q: words, size: '100' })}`),
    isAlone: true,
  }
}

function getting(path: string): Exchange {
  return { method: 'GET', status: 200, paths: [path] }
}

/** Measures one request at a time, over one connection. */
async function measure(
  setting: Setting,
  library: GeneratedLibrary,
  { size, exchange, isAlone }: { size: number; exchange: Exchange; isAlone: boolean },
): Promise<Point> {
  const short = { ...setting, quick: true }
  const sides = isAlone ? { startSides: () => startAlone(library, short) } : {}
  const contest = await prepareExchange(short, library, { ...exchange, ...sides, connections: 1 })
  try {
    const ours = (await contest.ours()).exchange as ExchangeFigures
    const floor = isAlone ? null : ((await contest.floor()).exchange as ExchangeFigures)
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
    lines: (['ours', 'floor'] as const).flatMap((side) => {
      const measured = points.flatMap(({ size, [side]: figures }): [number, number][] =>
        figures ? [[size, figures.p50]] : [],
      )
      return measured.length === 0 ? [] : [{ label: side === 'ours' ? 'the service' : 'the floor', points: measured }]
    }),
  }
}
