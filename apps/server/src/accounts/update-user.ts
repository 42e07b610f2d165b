import type { UpdateUser } from '@media-library/contract'
import { audit } from '../answers/audit.js'
import type { Caller, Handler } from '../answers/handler.js'
import { ask, type Connection, type Database } from '../database/ask.js'
import { isDuplicate } from '../database/failure.js'
import { inTransaction } from '../database/transaction.js'
import { ProblemError } from '../errors.js'
import { Prisma, type User as UserRow } from '../generated/prisma/client.js'
import { hashPassword } from '../sign-in/password-hash.js'
import { toManagedUser, userColumns } from '../users/to-user.js'
import { countUploadedBytes } from '../users/user.js'
import { requireAnyUser, requireName, requireNew, requireOtherAdministrator } from './access.js'

/** What everybody may change of their own. */
const OWN = new Set(['id', 'name', 'avatarColor', 'memoriesEnabled'])

export const updateUser: Handler<'updateUser'> = async ({ body, caller, endTurn, req }, { database }) => {
  requireMayChange(caller, body)
  const { id, password, ...changes } = body
  const name = changes.name === undefined ? undefined : requireName(changes.name)
  endTurn()
  const hash = password === undefined ? null : await hashPassword(password, caller.user.id)
  const shouldChangePassword = changes.shouldChangePassword ?? (hash === null ? undefined : true)
  const user = requireAnyUser(await changeUser(database, id, { ...changes, name, shouldChangePassword, hash }))
  audit(req, { act: 'changed a user', userId: caller.user.id, managedId: id })
  return { status: 200, body: toManagedUser(user, await countUploadedBytes(database, id)) }
}

/** Throws `forbidden` for what only an administrator may change, and for a way around the current password. */
function requireMayChange({ user }: Caller, { id, ...changes }: UpdateUser): void {
  if (id === user.id && changes.password !== undefined)
    throw new ProblemError('forbidden', 'Change your own password by changePassword, which asks for the current one.')
  if (user.isAdmin) return
  if (id !== user.id) throw new ProblemError('forbidden', 'Only an administrator may change other users.')
  const refused = Object.keys(changes).filter((field) => !OWN.has(field))
  if (refused.length > 0) throw new ProblemError('forbidden', `Only an administrator may change ${refused.join(', ')}.`)
}

type Changes = { [Field in keyof Omit<UpdateUser, 'id' | 'password'>]?: UpdateUser[Field] | undefined } & {
  /** The hash of a new password, with which the user's sessions and links end; null for none. */
  hash: string | null
}

/** Changes a user. Returns null when there is none. Throws `user_exists` and `last_administrator`. */
export function changeUser(database: Database, id: string, changes: Changes): Promise<UserRow | undefined> {
  return inTransaction(database, async (transaction) => {
    if (changes.isAdmin === false) await requireOtherAdministrator(transaction, id)
    return writeChanges(transaction, id, changes)
  }).catch((error) => (isDuplicate(error) ? requireNew<UserRow>(null) : Promise.reject(error)))
}

async function writeChanges(transaction: Connection, id: string, changes: Changes): Promise<UserRow | undefined> {
  const { name = null, email = null, avatarColor = null, memoriesEnabled = null, isAdmin = null, hash } = changes
  const { shouldChangePassword = null, quotaSizeInBytes, storageLabel = null } = changes
  const [row] = await ask<UserRow>(
    transaction,
    Prisma.sql`
      WITH changed AS (
        UPDATE "user" SET
          name = coalesce(${name}::text, name),
          email = coalesce(${email}::text, email),
          avatar_color = coalesce(${avatarColor}::avatar_color, avatar_color),
          memories_enabled = coalesce(${memoriesEnabled}::boolean, memories_enabled),
          is_admin = coalesce(${isAdmin}::boolean, is_admin),
          should_change_password = coalesce(${shouldChangePassword}::boolean, should_change_password),
          quota_bytes = CASE WHEN ${quotaSizeInBytes === undefined} THEN quota_bytes ELSE ${quotaSizeInBytes ?? null}::float8 END,
          storage_label = CASE WHEN ${storageLabel}::text IS NULL THEN storage_label ELSE nullif(${storageLabel}::text, '') END,
          updated_at = now()
        WHERE id = ${id}::uuid
        RETURNING *
      ), hashed AS (
        INSERT INTO password (user_id, hash) SELECT id, ${hash}::text FROM changed WHERE ${hash}::text IS NOT NULL
        ON CONFLICT (user_id) DO UPDATE SET hash = excluded.hash, created_at = now()
        RETURNING user_id
      ), ended AS (
        DELETE FROM session WHERE user_id IN (SELECT user_id FROM hashed)
      ), codes AS (
        DELETE FROM sign_in_code WHERE user_id IN (SELECT user_id FROM hashed)
      )
      SELECT ${userColumns} FROM changed AS "user"`,
  )
  return row
}
