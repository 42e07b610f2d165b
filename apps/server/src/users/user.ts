import { visible } from '../assets/asset.js'
import type { PrismaDatabase } from '../database/connect.js'
import type { Prisma, User as UserRow } from '../generated/prisma/client.js'

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

/** Lists all active users in the order in which they were added. */
export function listActiveUsers(database: PrismaDatabase): Promise<UserRow[]> {
  return database.user.findMany({ where: { deletedAt: null }, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] })
}

/** Lists all users, also disabled ones, in that order, with the numbers of their assets and albums. */
export function listUsers(database: PrismaDatabase): Promise<UserCountRow[]> {
  return database.user.findMany({
    include: { _count: { select: counts } },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })
}

/** Returns whether there is any user, even a disabled one. */
export async function hasUsers(database: PrismaDatabase): Promise<boolean> {
  return (await database.user.findFirst({ select: { id: true } })) !== null
}

/** Refuses a user and all their keys and sessions from now on, or no longer. Returns whether that was so before. */
export async function setDisabled(database: PrismaDatabase, id: string, isDisabled: boolean): Promise<boolean> {
  const { count } = await database.user.updateMany({
    where: { id, deletedAt: isDisabled ? null : { not: null } },
    data: { deletedAt: isDisabled ? new Date() : null },
  })
  return count === 0
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
