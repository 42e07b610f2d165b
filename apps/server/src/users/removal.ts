import { ask, askOne } from '../database/ask.js'
import type { PrismaDatabase } from '../database/connect.js'
import { Prisma } from '../generated/prisma/client.js'

/** What a user has, and loses when they are removed. */
export interface Belongings {
  albums: number
  tags: number
  keys: number
  sessions: number
  uploads: number
  uploadedBytes: number
  /** Assets whose files lie in imported folders. */
  imported: number
}

/** A statement that removes more would hold its locks for seconds. */
const BATCH = 2_000

/** Counts what a user has. */
export function countBelongings(database: PrismaDatabase, userId: string): Promise<Belongings> {
  return askOne<Belongings>(
    database,
    Prisma.sql`
      SELECT (SELECT count(*)::float FROM album WHERE owner_id = ${userId}::uuid) AS albums,
        (SELECT count(*)::float FROM tag WHERE user_id = ${userId}::uuid) AS tags,
        (SELECT count(*)::float FROM api_key WHERE user_id = ${userId}::uuid) AS keys,
        (SELECT count(*)::float FROM session WHERE user_id = ${userId}::uuid) AS sessions,
        count(uploaded_bytes)::float AS uploads, coalesce(sum(uploaded_bytes), 0)::float AS "uploadedBytes",
        (count(*) - count(uploaded_bytes))::float AS imported
      FROM asset WHERE owner_id = ${userId}::uuid AND embedded_in_id IS NULL`,
  )
}

/** Removes the albums of a user, takes them off those of others, and removes their keys and sessions. */
export async function removeAccess(database: PrismaDatabase, userId: string): Promise<void> {
  const ofUser = { where: { userId } }
  await database.album.deleteMany({ where: { ownerId: userId } })
  await database.albumUser.deleteMany(ofUser)
  await database.session.deleteMany(ofUser)
  await database.apiKey.deleteMany(ofUser)
}

/** Removes some of the assets of a user with their jobs, but no file. Returns their number; 0 when there are no more. */
export async function removeAssets(database: PrismaDatabase, userId: string): Promise<number> {
  const removed = await ask(
    database,
    Prisma.sql`
      WITH removed AS (
        DELETE FROM asset WHERE id IN (SELECT id FROM asset WHERE owner_id = ${userId}::uuid LIMIT ${BATCH}::int)
        RETURNING id
      ), jobs AS (
        DELETE FROM asset_job WHERE asset_id IN (SELECT id FROM removed)
      )
      SELECT id FROM removed`,
  )
  return removed.length
}

/** Removes a user, and all that is still theirs in the database. */
export async function removeUserRow(database: PrismaDatabase, userId: string): Promise<void> {
  await database.user.deleteMany({ where: { id: userId } })
}
