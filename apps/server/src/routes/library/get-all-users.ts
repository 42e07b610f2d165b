import { toUser } from '../../mappers/user.js'
import { listActiveUsers } from '../../repositories/user/user.js'
import type { Handler } from '../handler.js'

export const getAllUsers: Handler<'getAllUsers'> =
  ({ database }) =>
  async ({ req: { user } }) => {
    const users = await listActiveUsers(database)
    return { status: 200, body: users.map((row) => toUser(row, user.id)) }
  }
