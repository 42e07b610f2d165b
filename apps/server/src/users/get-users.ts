import type { User } from '@media-library/contract'
import type { Handler } from '../answers/handler.js'
import type { PrismaDatabase } from '../database/connect.js'
import type { User as UserRow } from '../generated/prisma/client.js'
import { toUser } from './to-user.js'
import { countUploadedBytes, listActiveUsers } from './user.js'

export const getAllUsers: Handler<'getAllUsers'> = async ({ caller: { user } }, { database }) => {
  const users = await listActiveUsers(database)
  const me = await toCaller(database, user)
  return { status: 200, body: users.map((row) => (row.id === user.id ? me : toUser(row, user.id))) }
}

export const getMyUserInfo: Handler<'getMyUserInfo'> = async ({ caller: { user } }, { database }) => ({
  status: 200,
  body: await toCaller(database, user),
})

/** Converts the caller to the form for themselves. */
async function toCaller(database: PrismaDatabase, user: UserRow): Promise<User> {
  return { ...toUser(user, user.id), quotaUsageInBytes: await countUploadedBytes(database, user.id) }
}
