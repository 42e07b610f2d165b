import type { Caller } from '../answers/handler.js'
import { ask, type Connection } from '../database/ask.js'
import { ProblemError } from '../errors.js'
import { Prisma } from '../generated/prisma/client.js'
import { toUserName } from '../users/profile.js'

/** Throws `forbidden` unless the caller is an administrator, whether or not there is what was asked for. */
export function requireAdministrator({ user }: Caller): void {
  if (!user.isAdmin) throw new ProblemError('forbidden', 'Only an administrator may do this.')
}

/**
 * Throws `last_administrator` when there is no other active administrator than this user. Until the transaction ends, none of them
 * can stop being one.
 */
export async function requireOtherAdministrator(transaction: Connection, userId: string): Promise<void> {
  const administrators = await ask<{ id: string }>(
    transaction,
    Prisma.sql`SELECT id FROM "user" WHERE is_admin AND deleted_at IS NULL ORDER BY id FOR UPDATE`,
  )
  const isLast = administrators.length === 1 && administrators[0]?.id === userId
  if (isLast)
    throw new ProblemError('last_administrator', 'Nobody could manage the users any more. Nothing was changed.')
}

/** Returns the user. Throws `not_found` when there is none. */
export function requireAnyUser<Found>(user: Found | null | undefined): Found {
  if (user) return user
  throw new ProblemError('not_found', 'There is no such user.')
}

/** Returns the user. Throws `user_exists` when it is null, because another user has the address or the label. */
export function requireNew<Created>(user: Created | null): Created {
  if (user !== null) return user
  throw new ProblemError('user_exists', 'Another user has this e-mail address or storage label. Nothing was changed.')
}

/** Returns a name as the library stores it. Throws `invalid_request` when nothing would be left of it. */
export function requireName(text: string): string {
  const name = toUserName(text)
  if (name !== '') return name
  const errors = [{ pointer: '/name', code: 'invalid_text', detail: 'must have a letter' }]
  throw new ProblemError('invalid_request', '/name must have a letter.', { errors })
}
