import { ask } from '../database/ask.js'
import type { PrismaDatabase } from '../database/connect.js'
import { Prisma } from '../generated/prisma/client.js'

/** The numbers of things that a user has, and loses when they are removed. */
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

/** The number of rows in a statement. More would hold its locks for seconds. */
const BATCH = 2_000

/** Counts the things that a user has. */
export async function countBelongings(database: PrismaDatabase, userId: string): Promise<Belongings> {
  const counted = { albums: true, tags: true, apiKeys: true, sessions: true }
  const { _count: held } = await database.user.findFirstOrThrow({
    where: { id: userId },
    select: { _count: { select: counted } },
  })
  const { _count: assets, _sum: sum } = await database.asset.aggregate({
    where: { ownerId: userId, embeddedInId: null },
    _count: { _all: true, uploadedBytes: true },
    _sum: { uploadedBytes: true },
  })
  return {
    albums: held.albums,
    tags: held.tags,
    keys: held.apiKeys,
    sessions: held.sessions,
    uploads: assets.uploadedBytes,
    uploadedBytes: Number(sum.uploadedBytes ?? 0),
    imported: assets._all - assets.uploadedBytes,
  }
}

/** Removes the albums of a user, removes the user from the albums of others, and removes their keys and sessions. */
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

/** Removes a user, and everything that is still theirs in the database. */
export async function removeUserRow(database: PrismaDatabase, userId: string): Promise<void> {
  await database.user.deleteMany({ where: { id: userId } })
}
