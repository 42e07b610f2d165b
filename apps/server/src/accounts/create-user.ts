import type { CreateUser } from '@media-library/contract'
import { v7 as uuidv7 } from 'uuid'
import { audit } from '../answers/audit.js'
import type { Handler } from '../answers/handler.js'
import { ask, type Queryable } from '../database/ask.js'
import { inStatement } from '../database/transaction.js'
import { Prisma, type User as UserRow } from '../generated/prisma/client.js'
import { hashPassword } from '../sign-in/password-hash.js'
import { toManagedUser, userColumns } from '../users/to-user.js'
import { requireAdministrator, requireName, requireNew } from './access.js'

export const createUser: Handler<'createUser'> = async ({ body, caller, endTurn, req }, { database }) => {
  requireAdministrator(caller)
  const name = requireName(body.name)
  endTurn()
  const hash = await hashPassword(body.password, caller.user.id)
  const user = { shouldChangePassword: true, ...body, name, hash }
  const added = requireNew(await inStatement(database, (queryable) => addUser(queryable, user)))
  audit(req, { act: 'added a user', userId: caller.user.id, managedId: added.id })
  return { status: 201, body: toManagedUser(added, 0) }
}

/** A user to add, with the hash of their password if they have one. */
export type AddedUser = Omit<CreateUser, 'password'> & { hash: string | null }

/** Adds a user. Returns null when another user has the address or the label. */
export async function addUser(database: Queryable, user: AddedUser): Promise<UserRow | null> {
  const { email, name, hash, memoriesEnabled = true, shouldChangePassword = false } = user
  const { quotaSizeInBytes = null, storageLabel } = user
  const [row] = await ask<UserRow>(
    database,
    Prisma.sql`
      WITH added AS (
        INSERT INTO "user" (id, email, name, memories_enabled, should_change_password, quota_bytes, storage_label)
        VALUES (${uuidv7()}::uuid, ${email}, ${name}, ${memoriesEnabled}::boolean, ${shouldChangePassword}::boolean,
                ${quotaSizeInBytes}::float8, ${storageLabel || null}::text)
        ON CONFLICT DO NOTHING
        RETURNING *
      ), hashed AS (
        INSERT INTO password (user_id, hash) SELECT id, ${hash}::text FROM added WHERE ${hash}::text IS NOT NULL
      )
      SELECT ${userColumns} FROM added AS "user"`,
  )
  return row ?? null
}
