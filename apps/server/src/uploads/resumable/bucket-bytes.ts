import { createWriteStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Database } from '../../database/ask.js'
import { joinPath } from '../../storage/object-path.js'
import type { Originals } from '../../storage/originals.js'
import type { Incoming } from '../incoming/incoming.js'
import type { Staging } from '../incoming/staging.js'
import { START_BYTES } from '../write-part.js'
import { findPartial, notePart, type UploadName } from './partial-row.js'
import { type PartAppending, type PartialBytes, RESUMABLE, takenOver } from './partial-uploads.js'

/** The bytes of a part that are in memory before it is sent. */
const PART_BYTES = 8 * 1024 * 1024

interface Place {
  database: Database
  originals: Pick<Originals, 'read' | 'write' | 'discard' | 'removeAll'>
  bucket: string
  incoming: Incoming
}

/**
 * Opens a store that keeps the bytes of each upload in a bucket, in parts. The database has the ends of the complete ones.
 */
export function openBucketBytes({ database, originals, bucket, incoming }: Place): PartialBytes {
  const toFolder = ({ ownerId, uploadId }: UploadName) => joinPath(bucket, RESUMABLE, ownerId, uploadId)
  const toPartKey = (name: UploadName, start: number) => joinPath(toFolder(name), String(start))

  return {
    count: async (_name, { partEnds }) => partEnds.at(-1) ?? 0,
    append: async (name, body, { bytesBefore, onBytes, onStart }) => {
      let arrived = bytesBefore
      for await (const part of toParts(body, onBytes)) {
        if (arrived === 0 && part.length >= START_BYTES) await lookAt(part, await incoming.begin(name.ownerId), onStart)
        await originals.write(toPartKey(name, arrived), part)
        if (!(await notePart(database, name, { start: arrived, end: arrived + part.length }))) throw takenOver()
        arrived += part.length
      }
      return arrived
    },
    bring: async (name, path) => {
      const ends = (await findPartial(database, name))?.partEnds ?? []
      const content = async function* () {
        for (const [index, end] of ends.entries()) {
          const start = ends[index - 1] ?? 0
          const part = await originals.read(toPartKey(name, start))
          if (part?.length !== end - start)
            throw new Error(`a part of the upload ${name.uploadId} is not in its bucket`)
          yield part
        }
      }
      await pipeline(Readable.from(content()), createWriteStream(path, { flags: 'wx' }))
    },
    // The part behind the last one may have been sent, but not noted.
    remove: (name, row) =>
      row === null
        ? originals.removeAll(toFolder(name))
        : originals.discard([0, ...row.partEnds].map((start) => toPartKey(name, start))),
  }
}

/** Cuts a stream into parts. When it breaks off, the last one is shorter. */
async function* toParts(body: Readable, onBytes: (bytes: number) => Promise<void>): AsyncGenerator<Buffer> {
  let chunks: Buffer[] = []
  let length = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    await onBytes(chunk.length)
    chunks.push(chunk)
    length += chunk.length
    if (length < PART_BYTES) continue
    yield Buffer.concat(chunks)
    chunks = []
    length = 0
  }
  if (length > 0) yield Buffer.concat(chunks)
}

/** Lets the start of a file be looked at. */
async function lookAt(start: Buffer, { files, end }: Staging, look: PartAppending['onStart']) {
  try {
    const path = join(files, 'start')
    await writeFile(path, start)
    await look({ folder: files, path })
  } finally {
    await end()
  }
}
