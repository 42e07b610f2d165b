import type { Queryable } from '../../database/connect.js'
import type { Prisma, User as UserRow } from '../../generated/prisma/client.js'
import { shown } from '../asset/asset.js'

const counts = { assets: { where: shown }, albums: true } satisfies Prisma.UserCountOutputTypeSelect

/** A user with the numbers of their assets and albums. */
export type ListedUserRow = Prisma.UserGetPayload<{ include: { _count: { select: typeof counts } } }>

/** Finds the active user of an e-mail address in lower case, or null. */
export function findUserByEmail(database: Queryable, email: string): Promise<UserRow | null> {
  return database.user.findUnique({ where: { email, deletedAt: null } })
}

/** Finds the active user of an id, or null. */
export function findActiveUser(database: Queryable, id: string): Promise<UserRow | null> {
  return database.user.findUnique({ where: { id, deletedAt: null } })
}

/** A user to add. The e-mail address is in lower case. */
export interface NewUser {
  email: string
  name: string
  isAdmin: boolean
}

/** Adds a user. Returns null when the address is taken. */
export async function createUser(database: Queryable, user: NewUser): Promise<UserRow | null> {
  const [row] = await database.user.createManyAndReturn({ data: [user], skipDuplicates: true })
  return row ?? null
}

/** Lists all active users in the order in which they were added. */
export function listActiveUsers(database: Queryable): Promise<UserRow[]> {
  return database.user.findMany({ where: { deletedAt: null }, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] })
}

/** Lists the same users with the numbers of their assets and albums. */
export function listUsers(database: Queryable): Promise<ListedUserRow[]> {
  return database.user.findMany({
    where: { deletedAt: null },
    include: { _count: { select: counts } },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })
}

/** Whether there is any user, even a deleted one. */
export async function hasUsers(database: Queryable): Promise<boolean> {
  return (await database.user.findFirst({ select: { id: true } })) !== null
}

/** Sets how many bytes of uploaded files a user may have; null for any number. Returns how many there are. */
export async function setQuota(database: Queryable, id: string, quota: number | null): Promise<{ used: number }> {
  await database.user.update({ where: { id }, data: { quotaBytes: quota } })
  const { _sum: sum } = await database.asset.aggregate({ where: { ownerId: id }, _sum: { uploadedBytes: true } })
  return { used: Number(sum.uploadedBytes ?? 0) }
}
