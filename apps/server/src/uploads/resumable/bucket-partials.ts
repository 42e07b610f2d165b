import { createWriteStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ask, type Database } from '../../database/ask.js'
import { Prisma } from '../../generated/prisma/client.js'
import { joinPath } from '../../storage/object-path.js'
import type { Originals } from '../../storage/originals.js'
import type { Incoming } from '../incoming.js'
import type { Staging } from '../staging.js'
import { START_BYTES } from '../write-part.js'
import {
  KEPT_MS,
  type PartAppending,
  type PartialUpload,
  type PartialUploads,
  RESUMABLE,
  takenOver,
  type UploadName,
} from './partial-uploads.js'

/** What of a part is in memory before it is sent. */
const PART_BYTES = 8 * 1024 * 1024

interface Place {
  database: Database
  originals: Pick<Originals, 'read' | 'write' | 'discard'>
  bucket: string
  incoming: Incoming
}

type Row = PartialUpload & { uploadId: string; partEnds: number[] }

/** The bytes of each upload lie in a bucket, in parts, and what is known of it in the database. */
export function openBucketPartials({ database, originals, bucket, incoming }: Place): PartialUploads {
  const partOf = ({ ownerId, uploadId }: UploadName, start: number) =>
    joinPath(bucket, RESUMABLE, ownerId, uploadId, String(start))

  const list = (condition: Prisma.Sql) =>
    ask<Row & UploadName>(
      database,
      Prisma.sql`
        SELECT id AS "uploadId", owner_id AS "ownerId", size::float AS size, metadata, stored, touched_at AS "touchedAt",
          part_ends::float[] AS "partEnds", coalesce(part_ends[cardinality(part_ends)], 0)::float AS arrived
        FROM resumable_upload WHERE ${condition}`,
    )
  const isNamed = ({ ownerId, uploadId }: UploadName) =>
    Prisma.sql`id = ${uploadId}::uuid AND owner_id = ${ownerId}::uuid`
  const isStale = Prisma.sql`touched_at < now() - ${KEPT_MS}::float * interval '1 millisecond'`
  const find = async (name: UploadName): Promise<Row | null> => (await list(isNamed(name)))[0] ?? null
  const change = (name: UploadName, changes: Prisma.Sql) =>
    ask(database, Prisma.sql`UPDATE resumable_upload SET ${changes}, touched_at = now() WHERE ${isNamed(name)}`)
  /** Notes a part behind those before it. Throws `unavailable` when another request has noted one. */
  const note = async (name: UploadName, { start, end }: { start: number; end: number }) => {
    const noted = await ask(
      database,
      Prisma.sql`
        UPDATE resumable_upload SET part_ends = part_ends || ${end}::bigint, touched_at = now()
        WHERE ${isNamed(name)} AND coalesce(part_ends[cardinality(part_ends)], 0) = ${start}::bigint
        RETURNING id`,
    )
    if (noted.length === 0) throw takenOver()
  }
  /** Also one that was sent, but not noted. */
  const removeParts = (name: UploadName, { partEnds }: Row) =>
    originals.discard([0, ...partEnds].map((start) => partOf(name, start)))

  return {
    find: async (name) => {
      const found = await find(name)
      return found?.stored ? { ...found, arrived: found.size } : found
    },
    create: async ({ ownerId, uploadId }, { size, metadata, stored }) => {
      await ask(
        database,
        Prisma.sql`
          INSERT INTO resumable_upload (id, owner_id, size, metadata, stored)
          VALUES (${uploadId}::uuid, ${ownerId}::uuid, ${size}::bigint, ${JSON.stringify(metadata)}::jsonb,
            ${stored && JSON.stringify(stored)}::jsonb)`,
      )
    },
    append: async (name, body, { bytesBefore, onBytes, onStart }) => {
      let arrived = bytesBefore
      for await (const part of partsOf(body, onBytes)) {
        if (arrived === 0 && part.length >= START_BYTES) await lookAt(part, await incoming.begin(name.ownerId), onStart)
        await originals.write(partOf(name, arrived), part)
        await note(name, { start: arrived, end: arrived + part.length })
        arrived += part.length
      }
      return arrived
    },
    bring: async (name, path) => {
      const ends = (await find(name))?.partEnds ?? []
      const content = async function* () {
        for (const [index, end] of ends.entries()) {
          const start = ends[index - 1] ?? 0
          const part = await originals.read(partOf(name, start))
          if (part?.length !== end - start)
            throw new Error(`a part of the upload ${name.uploadId} is not in its bucket`)
          yield part
        }
      }
      await pipeline(Readable.from(content()), createWriteStream(path, { flags: 'wx' }))
    },
    touch: async (name) => {
      await change(name, Prisma.sql`stored = stored`)
    },
    finish: async (name, { stored }) => {
      const parts = await find(name)
      await change(name, Prisma.sql`stored = ${JSON.stringify(stored)}::jsonb`)
      if (parts) await removeParts(name, parts)
    },
    remove: async (name) => {
      const parts = await find(name)
      if (parts) await removeParts(name, parts)
      await ask(database, Prisma.sql`DELETE FROM resumable_upload WHERE ${isNamed(name)}`)
    },
    listOpen: (ownerId) => list(Prisma.sql`owner_id = ${ownerId}::uuid AND stored IS NULL`),
    listStale: () => list(isStale),
    isStale: async (name) => (await list(Prisma.sql`${isNamed(name)} AND ${isStale}`)).length > 0,
  }
}

/** Cuts a stream into parts. When it breaks off, the last one is shorter. */
async function* partsOf(body: Readable, onBytes: (bytes: number) => Promise<void>): AsyncGenerator<Buffer> {
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
