import { allowTimeFor, type Queryable } from '../database.js'
import type { Prisma } from '../generated/prisma/client.js'
import { shown } from './asset.js'

const whole = {
  owner: true,
  sharedUsers: { where: { user: { deletedAt: null } }, include: { user: true }, orderBy: { position: 'asc' } },
} satisfies Prisma.AlbumInclude

/** Figures over the assets that an album shows; the dates are null when it shows none. */
export interface AlbumSummary {
  assetCount: number
  startDate: Date | null
  endDate: Date | null
  lastModified: Date | null
}

/** An album with its owner, its active shared users in the order of their addition, and its figures. */
export type AlbumRow = Prisma.AlbumGetPayload<{ include: typeof whole }> & { summary: AlbumSummary }

/** Who has an album. */
export interface AlbumAccess {
  id: string
  ownerId: string
  sharedUsers: { userId: string }[]
}

const summarize = async (database: Queryable, albumId: string): Promise<AlbumSummary> => {
  const { _count, _min, _max } = await database.asset.aggregate({
    where: { albums: { some: { albumId } }, ...shown },
    _count: true,
    _min: { fileCreatedAt: true },
    _max: { fileCreatedAt: true, fileModifiedAt: true },
  })
  return {
    assetCount: _count,
    startDate: _min.fileCreatedAt,
    endDate: _max.fileCreatedAt,
    lastModified: _max.fileModifiedAt,
  }
}

/** Who has the album of an id, or null. The album stays locked until the transaction ends. */
export const lockAlbum = async (transaction: Queryable, id: string): Promise<AlbumAccess | null> => {
  await transaction.$queryRaw`SELECT FROM album WHERE id = ${id}::uuid FOR NO KEY UPDATE`
  return transaction.album.findUnique({
    where: { id },
    select: { id: true, ownerId: true, sharedUsers: { select: { userId: true } } },
  })
}

const readAlbum = async (database: Queryable, id: string): Promise<AlbumRow> => {
  const album = await database.album.findUniqueOrThrow({ where: { id }, include: whole, relationLoadStrategy: 'join' })
  return { ...album, summary: await summarize(database, id) }
}

/** What createAlbum writes. The lists are sets of usable ids: the first position wins. */
export interface NewAlbum {
  ownerId: string
  albumName: string
  description?: string | undefined
  assetIds: string[]
  sharedUserIds: string[]
}

/** Writes an album with its assets and shares. The first asset is the cover. */
export const createAlbum = async (
  transaction: Queryable,
  { ownerId, albumName, description = '', assetIds, sharedUserIds }: NewAlbum,
): Promise<AlbumRow> => {
  await allowTimeFor(transaction, assetIds)
  const { id } = await transaction.album.create({
    data: { ownerId, albumName, description, albumThumbnailAssetId: assetIds[0] ?? null },
    select: { id: true },
  })
  await transaction.$executeRaw`
    INSERT INTO album_asset (album_id, asset_id)
    SELECT ${id}::uuid, asset_id FROM unnest(${assetIds}::uuid[]) AS given (asset_id)
    ON CONFLICT DO NOTHING`
  await insertShares(transaction, { id, ownerId }, sharedUserIds)
  return readAlbum(transaction, id)
}

/** Shares an album with users; those who have it already, and the owner, change nothing. Moves `updatedAt` if any was added. */
export const shareAlbum = async (
  transaction: Queryable,
  album: { id: string; ownerId: string },
  userIds: string[],
): Promise<AlbumRow> => {
  const added = await insertShares(transaction, album, userIds)
  if (added > 0) await transaction.album.update({ where: { id: album.id }, data: { updatedAt: new Date() } })
  return readAlbum(transaction, album.id)
}

const insertShares = (transaction: Queryable, album: { id: string; ownerId: string }, userIds: string[]) =>
  transaction.$executeRaw`
    INSERT INTO album_user (album_id, user_id)
    SELECT ${album.id}::uuid, user_id FROM unnest(${userIds}::uuid[]) WITH ORDINALITY AS given (user_id, position)
    WHERE user_id <> ${album.ownerId}::uuid
    ORDER BY position
    ON CONFLICT DO NOTHING`

const listed = {
  id: true,
  albumName: true,
  createdAt: true,
  owner: { select: { email: true } },
  _count: { select: { assets: { where: { asset: shown } }, sharedUsers: { where: { user: { deletedAt: null } } } } },
} satisfies Prisma.AlbumSelect

/** An album with its owner's address and the numbers of its assets and shared users. */
export type ListedAlbumRow = Prisma.AlbumGetPayload<{ select: typeof listed }>

/** The albums of a user, or of all users, oldest first. */
export const listAlbums = (database: Queryable, ownerId: string | null): Promise<ListedAlbumRow[]> =>
  database.album.findMany({
    where: ownerId === null ? {} : { ownerId },
    select: listed,
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })
