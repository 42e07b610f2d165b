import type { Handler } from '../answers/handler.js'
import { toUser } from './to-user.js'

export const getMyUserInfo: Handler<'getMyUserInfo'> =
  () =>
  async ({ caller: { user } }) => ({ status: 200, body: toUser(user, user.id) })
