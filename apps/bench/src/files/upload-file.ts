import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { GeneratedLibrary } from '../generated-library.js'
import { prepareExchange } from '../http-contest.js'
import type { Scenario } from '../scenario.js'

/** The number of files, which fit on the disk of a small machine. */
const FILES = 100

/** Photos that are uploaded. The floor hashes and stores bodies of PUT on the same disk, without syncing. */
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
        upload: { bytes },
        reset: () => removeUploads(library),
      })
    },
  }
}

/**
 * Removes the files that both sides have stored. The assets are removed with their library; other scenarios expect only those of the bench.
 */
export async function removeUploads({ pool, env }: GeneratedLibrary): Promise<void> {
  await pool.query("DELETE FROM library WHERE name = 'Uploads'")
  await rm(join(env.DATA_DIR, 'upload'), { recursive: true, force: true })
  const putFolder = toPutFolder(env.DATA_DIR)
  await rm(putFolder, { recursive: true, force: true })
  await mkdir(putFolder, { recursive: true })
}

/** Returns the folder in which the floor stores files. */
export function toPutFolder(dataDir: string): string {
  return join(dataDir, 'put')
}
