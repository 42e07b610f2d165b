import { ExifTool } from 'exiftool-vendored'
import pMap from 'p-map'
import { answerProcess } from '../ask-process.js'

/** Photos to read, some of them before the clock starts. */
export interface ReadQuestion {
  warmUp: string[]
  photos: string[]
  concurrency: number
}

answerProcess<ReadQuestion>(async ({ warmUp, photos, concurrency }) => {
  const exiftool = new ExifTool({ maxProcs: concurrency })
  const readAll = (paths: string[]) => pMap(paths, (path) => exiftool.read(path), { concurrency })
  await readAll(warmUp)
  const startedAt = performance.now()
  await readAll(photos)
  const seconds = (performance.now() - startedAt) / 1_000
  await exiftool.end()
  return { seconds }
})
