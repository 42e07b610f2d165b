import { ask, type Queryable } from '../../database/ask.js'
import type { PrismaDatabase } from '../../database/connect.js'
import { Prisma } from '../../generated/prisma/client.js'
import type { StoredUpload } from '../record-alone.js'

/** An upload that nothing has touched for this long is removed. */
export const KEPT_MS = 86_400_000

/** Names an upload. */
export interface UploadName {
  ownerId: string
  uploadId: string
}

/** The facts of an upload that the client sent, and its state. */
export interface UploadState {
  /** The number of its bytes. */
  size: number
  metadata: Record<string, string | null>
  /** The asset with its content, once it is in the library. */
  stored: StoredUpload | null
}

/** The stored facts of an upload. */
export interface PartialRow extends UploadState {
  /** The positions at which each part ends in the upload, if the parts are in a bucket. */
  partEnds: number[]
  touchedAt: Date
}

const isStale = Prisma.sql`touched_at < now() - ${KEPT_MS}::float * interval '1 millisecond'`

function isNamed({ ownerId, uploadId }: UploadName): Prisma.Sql {
  return Prisma.sql`id = ${uploadId}::uuid AND owner_id = ${ownerId}::uuid`
}

export async function findPartial(database: Queryable, name: UploadName): Promise<PartialRow | null> {
  const [row] = await ask<PartialRow>(
    database,
    Prisma.sql`
      SELECT size::float AS size, metadata, stored, part_ends::float[] AS "partEnds", touched_at AS "touchedAt"
      FROM resumable_upload WHERE ${isNamed(name)}`,
  )
  return row ?? null
}

/** Lists the uploads that nothing has touched for a day, or the one of a name if that is so. */
export function listStalePartials(database: Queryable, name?: UploadName): Promise<UploadName[]> {
  return ask<UploadName>(
    database,
    Prisma.sql`
      SELECT id AS "uploadId", owner_id AS "ownerId" FROM resumable_upload
      WHERE ${isStale} ${name ? Prisma.sql`AND ${isNamed(name)}` : Prisma.empty}`,
  )
}

/** Lists those of these uploads that are stored. */
export async function listKnownPartials(database: Queryable, ids: string[]): Promise<Set<string>> {
  const rows = await ask<{ id: string }>(
    database,
    Prisma.sql`SELECT id FROM resumable_upload WHERE id = ANY (${ids}::uuid[])`,
  )
  return new Set(rows.map(({ id }) => id))
}

/** Keeps an upload for another day. Returns false when there is none. */
export async function touchPartial(database: Queryable, name: UploadName): Promise<boolean> {
  const touched = await ask(
    database,
    Prisma.sql`UPDATE resumable_upload SET touched_at = now() WHERE ${isNamed(name)} RETURNING id`,
  )
  return touched.length > 0
}

/** Records a part behind those before it. Returns false when another request has recorded one, or the upload is gone. */
export async function notePart(
  database: Queryable,
  name: UploadName,
  { start, end }: { start: number; end: number },
): Promise<boolean> {
  const noted = await ask(
    database,
    Prisma.sql`
      UPDATE resumable_upload SET part_ends = part_ends || ${end}::bigint, touched_at = now()
      WHERE ${isNamed(name)} AND coalesce(part_ends[cardinality(part_ends)], 0) = ${start}::bigint
      RETURNING id`,
  )
  return noted.length > 0
}

/** Records the asset of an upload, whose bytes belong to the library from then on. */
export async function noteStored(database: Queryable, name: UploadName, stored: StoredUpload): Promise<void> {
  await ask(
    database,
    Prisma.sql`
      UPDATE resumable_upload SET stored = ${JSON.stringify(stored)}::jsonb, touched_at = now() WHERE ${isNamed(name)}`,
  )
}

export async function removePartial(database: PrismaDatabase, { ownerId, uploadId }: UploadName): Promise<void> {
  await database.resumableUpload.deleteMany({ where: { id: uploadId, ownerId } })
}
