import { appendFile, copyFile, mkdir } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { askProcess } from '../ask-process.js'
import { openLibrary } from '../library.js'
import { makePhotos } from '../photos.js'
import type { Contest, Scenario, Setting } from '../scenario.js'
import { startProcess } from '../start-process.js'
import { readDatabasePid, watchMemory } from '../usage.js'

const DIFFERENT_PICTURES = 12

/** Compares `media-library import` of new photos with a bare loop that hashes them and reads them by exiftool. */
export const importFiles: Scenario = {
  name: 'import-files',
  unit: 'photos',
  aim: 0.7,
  price: 'the record of each file, which survives a crash',
  prepare: (setting) => prepareImport(setting, setting.quick ? 200 : 600),
}

async function prepareImport({ folder, signal }: Setting, count: number): Promise<Contest> {
  const photoFolder = join(folder, 'photos')
  const photos = await makeDifferentFiles(photoFolder, join(folder, 'pictures'), count)
  const library = await openLibrary(join(folder, 'library'))
  const databasePid = await readDatabasePid(library.env.DATA_DIR)

  return {
    ours: async () => {
      await library.pool.query('DELETE FROM asset')
      const memory = watchMemory([databasePid])
      const startedAt = performance.now()
      const importing = startProcess({
        module: import.meta.resolve('@media-library/server/main'),
        args: ['import', photoFolder, '--user', 'bench@example.org', '--json'],
        env: library.env,
        ready: /"added": (\d+)/,
        onStart: memory.add,
        signal,
      })
      const { greeting } = await importing.finally(memory.stop)
      const seconds = (performance.now() - startedAt) / 1_000
      if (Number(greeting[1]) !== count) throw new Error(`${greeting[1]} of ${count} photos were added`)
      return { rate: count / seconds, treeMb: memory.peak() }
    },
    floor: async () => {
      const question = { photos, concurrency: availableParallelism() }
      const { seconds } = await askProcess<{ seconds: number }>(
        new URL('../programs/bare-import.js', import.meta.url),
        question,
        signal,
      )
      return { rate: count / seconds }
    },
    close: library.close,
  }
}

/**
 * Creates the requested number of files from a dozen pictures, each with a different end: the same content would be one asset.
 */
async function makeDifferentFiles(folder: string, pictures: string, count: number): Promise<string[]> {
  await Promise.all([folder, pictures].map((path) => mkdir(path)))
  const drawn = await makePhotos(pictures, DIFFERENT_PICTURES)
  const paths = Array.from({ length: count }, (_, index) => join(folder, `IMG_${index}.jpg`))
  for (const [index, path] of paths.entries()) {
    await copyFile(drawn[index % DIFFERENT_PICTURES] as string, path)
    await appendFile(path, String(index))
  }
  return paths
}
