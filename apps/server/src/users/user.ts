import { visible } from '../assets/asset.js'
import { ask, type Queryable } from '../database/ask.js'
import type { PrismaDatabase } from '../database/connect.js'
import { Prisma, type User as UserRow } from '../generated/prisma/client.js'
import { userColumns } from './to-user.js'

const counts = { assets: { where: visible }, albums: true } satisfies Prisma.UserCountOutputTypeSelect

/** A user with the numbers of their assets and albums. */
export type UserCountRow = Prisma.UserGetPayload<{ include: { _count: { select: typeof counts } } }>

/** Finds the user of an e-mail address in lower case, active or disabled, or null. */
export function findUserByEmail(database: PrismaDatabase, email: string): Promise<UserRow | null> {
  return database.user.findFirst({ where: { email } })
}

/** Finds the active user of an id, or null. */
export function findActiveUser(database: PrismaDatabase, id: string): Promise<UserRow | null> {
  return database.user.findFirst({ where: { id, deletedAt: null } })
}

/** A user to add. The e-mail address is in lower case. */
export type NewUser = Pick<UserRow, 'email' | 'name'> & Partial<Pick<UserRow, 'isAdmin' | 'oauthIssuer' | 'oauthId'>>

/** Adds a user. Returns null when the address, or the identity at the provider, is taken. */
export async function createUser(database: PrismaDatabase, user: NewUser): Promise<UserRow | null> {
  const [row] = await database.user.createManyAndReturn({ data: [user], skipDuplicates: true })
  return row ?? null
}

/** Changes a user, and returns them. */
export function updateUser(
  database: PrismaDatabase,
  id: string,
  changes: Partial<Pick<UserRow, 'name' | 'isAdmin'>>,
): Promise<UserRow> {
  return database.user.update({ where: { id }, data: changes })
}

/** Lists all active users in the order in which they were added, or also the disabled ones. */
export function listActiveUsers(database: PrismaDatabase, { isAll = false } = {}): Promise<UserRow[]> {
  return database.user.findMany({
    where: isAll ? {} : { deletedAt: null },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })
}

/** Lists all users, also disabled ones, in that order, with the numbers of their assets and albums. */
export function listUsers(database: PrismaDatabase): Promise<UserCountRow[]> {
  return database.user.findMany({
    include: { _count: { select: counts } },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })
}

/** Finds the user of an id, active or disabled, or null. */
export function findAnyUser(database: PrismaDatabase, id: string): Promise<UserRow | null> {
  return database.user.findFirst({ where: { id } })
}

/** Returns whether there is an active administrator. */
export async function hasAdministrator(database: PrismaDatabase): Promise<boolean> {
  return (await database.user.findFirst({ where: { isAdmin: true, deletedAt: null }, select: { id: true } })) !== null
}

/** Returns whether there is any user, even a disabled one. */
export async function hasUsers(database: PrismaDatabase): Promise<boolean> {
  return (await database.user.findFirst({ select: { id: true } })) !== null
}

/** Refuses a user and all their keys and sessions from now on, or no longer. Returns whether that was so before. */
export async function setDisabled(database: Queryable, id: string, isDisabled: boolean): Promise<boolean> {
  const rows = await ask<{ id: string }>(
    database,
    Prisma.sql`
      UPDATE "user" SET deleted_at = CASE WHEN ${isDisabled}::boolean THEN now() END, updated_at = now()
      WHERE id = ${id}::uuid AND (deleted_at IS NULL) = ${isDisabled}::boolean
      RETURNING id`,
  )
  return rows.length === 0
}

/** Does the same, and returns the user, or null when there is none. */
export async function setDeletedAt(database: Queryable, id: string, isDeleted: boolean): Promise<UserRow | null> {
  await setDisabled(database, id, isDeleted)
  const [row] = await ask<UserRow>(database, Prisma.sql`SELECT ${userColumns} FROM "user" WHERE id = ${id}::uuid`)
  return row ?? null
}

/** Lists the bytes of the files that each user has uploaded. Users without any are left out. */
export async function listUploadedBytes(database: Queryable): Promise<Map<string, number>> {
  const rows = await ask<{ ownerId: string; bytes: number }>(
    database,
    Prisma.sql`
      SELECT owner_id AS "ownerId", sum(uploaded_bytes)::float8 AS bytes FROM asset
      WHERE uploaded_bytes IS NOT NULL GROUP BY owner_id`,
  )
  return new Map(rows.map(({ ownerId, bytes }) => [ownerId, bytes]))
}

/** Sets how many bytes of uploaded files a user may have; null for any number. */
export async function setQuota(database: PrismaDatabase, id: string, quota: number | null): Promise<void> {
  await database.user.update({ where: { id }, data: { quotaBytes: quota } })
}

/** Counts the bytes of the files that a user has uploaded. */
export async function countUploadedBytes(database: PrismaDatabase, id: string): Promise<number> {
  const where = { ownerId: id, uploadedBytes: { not: null } }
  const { _sum: sum } = await database.asset.aggregate({ where, _sum: { uploadedBytes: true } })
  return Number(sum.uploadedBytes ?? 0)
}
