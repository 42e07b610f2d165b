import type { Handler } from '../answers/handler.js'
import { toUser } from './to-user.js'
import { listActiveUsers } from './user.js'

export const getAllUsers: Handler<'getAllUsers'> = async ({ caller: { user } }, { database }) => {
  const users = await listActiveUsers(database)
  return { status: 200, body: users.map((row) => toUser(row, user.id)) }
}

export const getMyUserInfo: Handler<'getMyUserInfo'> = async ({ caller: { user } }) => ({
  status: 200,
  body: toUser(user, user.id),
})
