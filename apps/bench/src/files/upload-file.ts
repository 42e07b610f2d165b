import { prepareExchange } from '../http-contest.js'
import type { Scenario } from '../scenario.js'
import { removeUploads, startUploadSides } from './upload-sides.js'

/** The number of files, which fit on the disk of a small machine. */
const FILES = 100

/** Photos that are uploaded, beside an nginx that stores them by PUT on the same disk and a process that hashes them, without syncing. */
export const uploadScenarios: Scenario[] = [
  upload('upload-file-5mb', 5_000_000),
  upload('upload-file-20mb', 20_000_000),
]

function upload(name: string, bytes: number): Scenario {
  return {
    name,
    unit: 'requests',
    aim: 0.5,
    price: 'the sync of each file, and the record that survives a crash',
    prepare: async (setting) => {
      const library = await setting.openGenerated()
      return prepareExchange(setting, library, {
        method: 'POST',
        status: 201,
        paths: ['/api/asset/upload'],
        floorPaths: ['/put/'],
        connections: 4,
        distinct: FILES,
        upload: { bytes, isForm: true },
        reset: () => removeUploads(library),
        startSides: () => startUploadSides(library, setting),
      })
    },
  }
}
