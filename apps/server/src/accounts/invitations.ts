import type { Invitation } from '@media-library/contract'
import { audit } from '../answers/audit.js'
import type { Handler } from '../answers/handler.js'
import { ask, type Queryable } from '../database/ask.js'
import { inStatement, inTransaction } from '../database/transaction.js'
import { ProblemError } from '../errors.js'
import { Prisma } from '../generated/prisma/client.js'
import { makeSecret, toHash } from '../sign-in/sign-in-state.js'
import { createSignInCode, isCodeValid, withdrawInvitation } from '../sign-in/sign-in-with-code.js'
import { findActiveUser } from '../users/user.js'
import { requireAdministrator, requireAnyUser, requireName, requireNew } from './access.js'
import { addUser } from './create-user.js'

export const getInvitations: Handler<'getInvitations'> = async ({ caller }, { database }) => {
  requireAdministrator(caller)
  return { status: 200, body: await listInvitations(database) }
}

export const createInvitation: Handler<'createInvitation'> = async ({ body, caller, req }, { database }) => {
  requireAdministrator(caller)
  const name = requireName(body.name)
  const code = makeSecret()
  const invited = await inTransaction(database, async (transaction) => {
    const user = await addUser(transaction, { ...body, name, hash: null })
    return user && invite(transaction, user.id, code)
  })
  const invitation = requireNew(invited)
  audit(req, { act: 'invited a user', userId: caller.user.id, managedId: invitation.id })
  return { status: 201, body: { invitation, code } }
}

export const renewInvitation: Handler<'renewInvitation'> = async ({ params: { id }, caller, req }, { database }) => {
  requireAdministrator(caller)
  const user = requireAnyUser(await findActiveUser(database, id))
  const code = makeSecret()
  const invitation = await inTransaction(database, (transaction) => invite(transaction, user.id, code))
  audit(req, { act: 'invited a user', userId: caller.user.id, managedId: id })
  return { status: 201, body: { invitation, code } }
}

export const deleteInvitation: Handler<'deleteInvitation'> = async ({ params: { id }, caller, req }, { database }) => {
  requireAdministrator(caller)
  const isWithdrawn = await inStatement(database, (queryable) => withdrawInvitation(queryable, id))
  if (!isWithdrawn) throw new ProblemError('not_found', 'This user has no open invitation.')
  audit(req, { act: 'withdrew an invitation', userId: caller.user.id, managedId: id })
  return { status: 204, body: undefined }
}

/** Makes a code the only invitation of a user. */
async function invite(database: Queryable, userId: string, code: string): Promise<Invitation> {
  await createSignInCode(database, { codeHash: toHash(code), userId, isInvitation: true })
  const [invitation] = await listInvitations(database, userId)
  return requireAnyUser(invitation)
}

/** Lists the open invitations, or that of a user, newest first. */
export async function listInvitations(database: Queryable, userId: string | null = null): Promise<Invitation[]> {
  const rows = await ask<{ id: string; createdAt: Date; expiresAt: Date }>(
    database,
    Prisma.sql`
      SELECT "user".id, code.created_at AS "createdAt", code.expires_at AS "expiresAt"
      FROM sign_in_code AS code JOIN "user" ON "user".id = code.user_id
      WHERE is_invitation AND ${isCodeValid('code')} AND deleted_at IS NULL
        AND (${userId}::uuid IS NULL OR user_id = ${userId}::uuid)
      ORDER BY code.created_at DESC, "user".id DESC`,
  )
  return rows.map(({ id, createdAt, expiresAt }) => {
    return { id, createdAt: createdAt.toISOString(), expiresAt: expiresAt.toISOString() }
  })
}
