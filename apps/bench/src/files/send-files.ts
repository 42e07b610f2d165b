import type { GeneratedLibrary } from '../generated-library.js'
import { prepareExchange } from '../http-contest.js'
import type { Scenario } from '../scenario.js'
import { startFileSides } from './file-sides.js'
import { type StoredFiles, storeOriginals, storeThumbnails } from './stored-files.js'

type Store = (library: GeneratedLibrary) => Promise<StoredFiles>

const small: Store = (library) => storeThumbnails(library, 10_000)
const large: Store = (library) => storeThumbnails(library, 200_000)
const originals: Store = (library) => storeOriginals(library, 5_000_000)

/** Thumbnails and originals, sent by the service alone, and by nginx in front of it. */
export const sendFilesScenarios: Scenario[] = [
  sendFiles('get-asset-thumbnail-10kb', 0.2, small),
  sendFiles('get-asset-thumbnail-200kb', 0.4, large),
  sendFiles('serve-file-5mb', 0.6, originals),
  sendFiles('serve-file-5mb-by-nginx', 0.8, originals, true),
]

function sendFiles(name: string, aim: number, store: Store, isProxied = false): Scenario {
  return {
    name,
    unit: 'requests',
    aim,
    price: 'the key and the right to see the asset, which are looked up for each request',
    prepare: async (setting) => {
      const library = await setting.openGenerated()
      const { paths, filePaths } = await store(library)
      return prepareExchange(setting, library, {
        method: 'GET',
        status: 200,
        paths,
        floorPaths: filePaths.map((path) => `/${path}`),
        headers: { accept: '*/*' },
        startSides: () => startFileSides(library, setting, { paths, isProxied }),
      })
    },
  }
}
