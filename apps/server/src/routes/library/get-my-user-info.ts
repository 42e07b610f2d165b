import { toUser } from '../../mappers/user.js'
import type { Handler } from '../handler.js'

export const getMyUserInfo: Handler<'getMyUserInfo'> =
  () =>
  async ({ req: { user } }) => ({ status: 200, body: toUser(user, user.id) })
