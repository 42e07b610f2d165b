import { ExifTool } from 'exiftool-vendored'
import pLimit from 'p-limit'
import { answerProcess } from '../ask-process.js'

/** The photos to read. `warmUp` of them are read before the measurement. */
export interface ReadQuestion {
  warmUp: string[]
  photos: string[]
  concurrency: number
}

answerProcess<ReadQuestion>(async ({ warmUp, photos, concurrency }) => {
  const exiftool = new ExifTool({ maxProcs: concurrency })
  const readAll = (paths: string[]) => pLimit(concurrency).map(paths, (path) => exiftool.read(path))
  await readAll(warmUp)
  const startedAt = performance.now()
  await readAll(photos)
  const seconds = (performance.now() - startedAt) / 1_000
  await exiftool.end()
  return { seconds }
})
