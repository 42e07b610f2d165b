import type { Ask } from '../ask.js'
import { showUser } from '../library.js'

export const users = {
  getAllUsers: ({ library, caller }: Ask) =>
    [...library.users.values()]
      .filter(({ deletedAt }) => deletedAt === null)
      .flatMap(({ id }) => showUser(library, id, caller.id)),

  getMyUserInfo: ({ library, caller }: Ask) => showUser(library, caller.id, caller.id)[0],
}
