import type { Ask } from '../ask.js'
import { showUser } from '../store.js'

export const users = {
  getAllUsers: ({ store, caller }: Ask) =>
    [...store.users.values()]
      .filter(({ deletedAt }) => deletedAt === null)
      .flatMap(({ id }) => showUser(store, id, caller.id)),

  getMyUserInfo: ({ store, caller }: Ask) => showUser(store, caller.id, caller.id)[0],
}
