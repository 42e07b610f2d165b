import { prepareExchange } from '../http-contest.js'
import type { Scenario } from '../scenario.js'
import { startFileSides } from './file-sides.js'
import { storeThumbnails } from './stored-files.js'

const BYTES = 10_000

/**
 * Requests that each do one more part of the work for a thumbnail of 10 kB, beside an nginx that sends the thumbnail. Their differences are
 * the costs of the parts.
 */
export const filePartScenarios: Scenario[] = [
  part('file-parts-1-livez', { path: '/livez' }),
  part('file-parts-2-ping', { path: '/api/server-info/ping' }),
  part('file-parts-3-key', { path: '/api/user/me' }),
  part('file-parts-4-unchanged', { status: 304 }),
  part('file-parts-5-all', {}),
]

/** Creates a scenario that requests one path, or the thumbnails; with 304, a thumbnail that the client already has. */
function part(name: string, { path, status = 200 }: { path?: string; status?: 200 | 304 }): Scenario {
  return {
    name,
    unit: 'requests',
    aim: null,
    prepare: async (setting) => {
      const library = await setting.openGenerated()
      const { paths, filePaths } = await storeThumbnails(library, BYTES)
      const [first = ''] = paths
      const count = status === 304 ? 1 : paths.length
      return prepareExchange(setting, library, {
        method: 'GET',
        status,
        paths: path === undefined ? paths.slice(0, count) : [path],
        floorPaths: filePaths.slice(0, count).map((filePath) => `/${filePath}`),
        headers: { accept: '*/*' },
        ...(status === 304 && { askFirst: (url) => readDate(url + first, library.apiKey) }),
        startSides: () => startFileSides(library, setting, { paths, isProxied: false }),
      })
    },
  }
}

/** Reads the date of a file, to which both sides answer 304. */
async function readDate(url: string, apiKey: string): Promise<Record<string, string>> {
  const { headers, body } = await fetch(url, { headers: { 'x-api-key': apiKey } })
  await body?.cancel()
  return { 'if-modified-since': headers.get('last-modified') ?? '' }
}
