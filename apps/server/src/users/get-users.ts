import type { User } from '@media-library/contract'
import type { Caller, Handler } from '../answers/handler.js'
import type { PrismaDatabase } from '../database/connect.js'
import { ProblemError } from '../errors.js'
import type { User as UserRow } from '../generated/prisma/client.js'
import { hasScope } from './credential.js'
import { toManagedUser, toUser } from './to-user.js'
import { countUploadedBytes, findAnyUser, listActiveUsers, listUploadedBytes } from './user.js'

export const getAllUsers: Handler<'getAllUsers'> = async ({ query: { isAll = true }, caller }, { database }) => {
  const { user } = caller
  if (!isAll && isManager(caller)) return { status: 200, body: await listManaged(database, user) }
  const users = await listActiveUsers(database)
  const me = await toCaller(database, user)
  return { status: 200, body: users.map((row) => (row.id === user.id ? me : toUser(row, user.id))) }
}

export const getMyUserInfo: Handler<'getMyUserInfo'> = async ({ caller: { user } }, { database }) => ({
  status: 200,
  body: await toCaller(database, user),
})

export const getUserById: Handler<'getUserById'> = async ({ params: { id }, caller }, { database }) => {
  const row = await requireSeenUser(database, caller, id)
  if (row.id === caller.user.id) return { status: 200, body: await toCaller(database, row) }
  if (!isManager(caller)) return { status: 200, body: toUser(row, caller.user.id) }
  return { status: 200, body: toManagedUser(row, await countUploadedBytes(database, id)) }
}

/** Returns a user whom the caller sees. Throws `not_found`. */
export async function requireSeenUser(database: PrismaDatabase, caller: Caller, id: string): Promise<UserRow> {
  const row = await findAnyUser(database, id)
  const isSeen = row?.deletedAt === null || isManager(caller)
  if (!row || !isSeen) throw new ProblemError('not_found', 'There is no such user.')
  return row
}

/** Returns whether the caller manages users, and so sees their quotas, and those who are disabled. */
function isManager({ user, scopes }: Caller): boolean {
  return user.isAdmin && hasScope(scopes, 'user.update')
}

/** Converts the caller to the form for themselves. */
async function toCaller(database: PrismaDatabase, user: UserRow): Promise<User> {
  return { ...toUser(user, user.id), quotaUsageInBytes: await countUploadedBytes(database, user.id) }
}

async function listManaged(database: PrismaDatabase, caller: UserRow): Promise<User[]> {
  const users = await listActiveUsers(database, { isAll: true })
  const uploaded = await listUploadedBytes(database)
  return users.map((row) => {
    const managed = toManagedUser(row, uploaded.get(row.id) ?? 0)
    return row.id === caller.id
      ? { ...managed, ...toUser(row, row.id), quotaUsageInBytes: managed.quotaUsageInBytes }
      : managed
  })
}
