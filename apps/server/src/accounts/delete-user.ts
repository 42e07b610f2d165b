import { audit } from '../answers/audit.js'
import type { Handler } from '../answers/handler.js'
import type { Database } from '../database/ask.js'
import { inTransaction } from '../database/transaction.js'
import type { User as UserRow } from '../generated/prisma/client.js'
import { toManagedUser } from '../users/to-user.js'
import { countUploadedBytes, setDeletedAt } from '../users/user.js'
import { requireAdministrator, requireAnyUser, requireOtherAdministrator } from './access.js'
import { removeUser } from './remove-user.js'

export const deleteUser: Handler<'deleteUser'> = async (
  { params: { id }, body: { force = false }, caller, endTurn, req },
  { config, database, derived, originals, logger },
) => {
  requireAdministrator(caller)
  const user = requireAnyUser(await lockOut(database, id))
  const uploaded = await countUploadedBytes(database, id)
  endTurn()
  audit(req, { act: force ? 'removed a user' : 'locked a user out', userId: caller.user.id, managedId: id })
  if (force) {
    // A large library takes minutes. The user is locked out already, and what is left is removed by the next try.
    void removeUser({ config, database, derived, originals }, id).catch((error) =>
      logger.error({ err: error, userId: id }, 'the user could not be removed wholly: delete them again'),
    )
  }
  return { status: 200, body: toManagedUser(user, uploaded) }
}

export const restoreUser: Handler<'restoreUser'> = async ({ params: { id }, caller, req }, { database }) => {
  requireAdministrator(caller)
  const user = requireAnyUser(await inTransaction(database, (transaction) => setDeletedAt(transaction, id, false)))
  audit(req, { act: 'restored a user', userId: caller.user.id, managedId: id })
  return { status: 201, body: toManagedUser(user, await countUploadedBytes(database, id)) }
}

/** Refuses a user from now on. Returns null when there is none. Throws `last_administrator`. */
function lockOut(database: Database, id: string): Promise<UserRow | null> {
  return inTransaction(database, async (transaction) => {
    await requireOtherAdministrator(transaction, id)
    return setDeletedAt(transaction, id, true)
  })
}
