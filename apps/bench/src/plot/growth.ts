import type { GeneratedLibrary } from '../generated-library.js'
import { type Exchange, prepareExchange } from '../http-contest.js'
import type { ExchangeFigures, Setting } from '../scenario.js'
import { putAlbums } from '../scenarios/look-ups.js'
import type { Chart } from './svg.js'

/** What both sides took for one exchange, at one size. */
interface Point {
  size: number
  ours: ExchangeFigures
  floor: ExchangeFigures
}

/** Time and memory of one request at a time, over the assets of a tag, those of the library, and its albums; largest last. */
export async function measureGrowth(setting: Setting, onProgress: (line: string) => void): Promise<Chart[]> {
  const library = await setting.openGenerated()
  const most = setting.quick ? 100_000 : 1_000_000
  const get = (path: string): Exchange => ({ method: 'GET', status: 200, paths: [path] })
  const listing = (id: string) => get(`/api/tag/${id}/assets`)
  const reset = async () => {
    await library.pool.query('TRUNCATE album CASCADE')
  }
  const making = (): Exchange => ({
    method: 'POST',
    status: 201,
    paths: ['/api/album'],
    bodies: [JSON.stringify({ albumName: 'A summer', assetIds: library.assetIds.slice(0, 100) })],
    reset,
  })

  const lists: Point[] = []
  const albums: Point[] = []
  const tags: Point[] = []
  const allAlbums: Point[] = []
  const hundred = await library.addTag(100)
  for (const size of steps(10_000, most)) {
    onProgress(`plot: a library of ${size} assets`)
    await library.growTo(size)
    lists.push(await measure(setting, library, size, listing(hundred)))
    albums.push(await measure(setting, library, size, making()))
  }
  for (const size of steps(10, 100_000)) {
    onProgress(`plot: a tag of ${size} assets`)
    tags.push(await measure(setting, library, size, listing(await library.addTag(size))))
  }
  for (const size of steps(10, setting.quick ? 1_000 : 10_000)) {
    onProgress(`plot: ${size} albums`)
    await putAlbums(library, { albums: size })
    allAlbums.push(await measure(setting, library, size, get('/api/album')))
  }
  await reset()

  const inTag = 'assets in the tag'
  const inLibrary = 'assets in the library'
  const ofUser = 'albums of 20 assets'
  return [
    chart('getTagAssets, time', inTag, 'ms', 'p50', tags),
    chart('getTagAssets, memory above idle', inTag, 'MB', 'peakRssMb', tags),
    chart('getTagAssets of 100 assets, time', inLibrary, 'ms', 'p50', lists),
    chart('createAlbum with 100 assets, time', inLibrary, 'ms', 'p50', albums),
    chart('getAllAlbums, time', ofUser, 'ms', 'p50', allAlbums),
    chart('getAllAlbums, memory above idle', ofUser, 'MB', 'peakRssMb', allAlbums),
  ]
}

function steps(first: number, last: number): number[] {
  const sizes: number[] = []
  for (let size = first; size <= last; size *= 10) sizes.push(size, 3 * size)
  return sizes.filter((size) => size <= last)
}

async function measure(setting: Setting, library: GeneratedLibrary, size: number, exchange: Exchange): Promise<Point> {
  const contest = await prepareExchange(setting, library, { ...exchange, connections: 1 })
  try {
    const ours = (await contest.ours()).exchange as ExchangeFigures
    const floor = (await contest.floor()).exchange as ExchangeFigures
    return { size, ours, floor }
  } finally {
    await contest.close()
  }
}

function chart(title: string, across: string, unit: string, figure: 'p50' | 'peakRssMb', points: Point[]): Chart {
  return {
    title,
    across,
    unit,
    lines: (['ours', 'floor'] as const).map((side) => ({
      label: side === 'ours' ? 'the service' : 'the floor',
      points: points.map((point) => [point.size, Math.max(point[side][figure] ?? 0, figure === 'p50' ? 0 : 1)]),
    })),
  }
}
