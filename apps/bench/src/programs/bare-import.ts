import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { ExifTool } from 'exiftool-vendored'
import pLimit from 'p-limit'
import { answerProcess } from '../ask-process.js'

/** The photos to hash and read, by as many exiftool processes as `concurrency` says. */
export interface ImportQuestion {
  photos: string[]
  concurrency: number
}

answerProcess<ImportQuestion>(async ({ photos, concurrency }) => {
  const startedAt = performance.now()
  const exiftool = new ExifTool({ maxProcs: concurrency })
  await pLimit(2 * concurrency).map(photos, (path) =>
    Promise.all([exiftool.read(path), pipeline(createReadStream(path), createHash('sha1'))]),
  )
  const seconds = (performance.now() - startedAt) / 1_000
  await exiftool.end()
  return { seconds }
})
