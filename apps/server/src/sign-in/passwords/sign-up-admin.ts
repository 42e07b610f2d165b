import { v7 as uuidv7 } from 'uuid'
import { audit } from '../../answers/audit.js'
import type { Handler } from '../../answers/handler.js'
import { ask, type Queryable } from '../../database/ask.js'
import { inStatement } from '../../database/transaction.js'
import { ProblemError } from '../../errors.js'
import { Prisma, type User as UserRow } from '../../generated/prisma/client.js'
import { toUserName } from '../../users/profile.js'
import { toUser, userColumns } from '../../users/to-user.js'
import { hasUsers } from '../../users/user.js'
import { hashPassword } from '../password-hash.js'
import { makeSecret, toHash } from '../sign-in-state.js'
import { createSignInCode, isCodeValid } from '../sign-in-with-code.js'
import { requirePasswordSignIn } from './password.js'

/**
 * Only who reads what `serve` prints makes the first account. The address of a caller would not prove that: behind a proxy on the same
 * machine, everybody comes from it.
 */
export const signUpAdmin: Handler<'signUpAdmin'> = async (
  { body, headers: { 'x-set-up-code': code = '' }, findNetwork, req },
  { config, database },
) => {
  requirePasswordSignIn(config)
  const codeHash = toHash(code)
  if (await hasUsers(database)) throw new ProblemError('forbidden', 'The service has its first account already.')
  if (!(await isSetUpCode(database, codeHash))) throw codeNeeded()
  const hash = await hashPassword(body.password, findNetwork())
  const user = { id: uuidv7(), email: body.email, name: toUserName(body.name), hash }
  const added = await inStatement(database, (queryable) => addFirstUser(queryable, codeHash, user))
  if (!added) throw codeNeeded()
  audit(req, { act: 'made the first account', userId: added.id })
  return { status: 201, body: toUser(added, added.id) }
}

function codeNeeded() {
  return new ProblemError('set_up_code_needed', 'The code is missing, was used, or has expired.')
}

/** Returns an address at which the first account can be made, within 7 days. */
export async function makeSetUpLink(database: Queryable, { url }: { url: string }): Promise<string> {
  const code = makeSecret()
  await createSignInCode(database, { codeHash: toHash(code), userId: null })
  return `${url}/auth/link#${code}`
}

/** Returns whether a code makes the first account, without consuming it. */
export async function isSetUpCode(database: Queryable, codeHash: Uint8Array<ArrayBuffer>): Promise<boolean> {
  const found = await ask<{ codeHash: Uint8Array }>(
    database,
    Prisma.sql`
      SELECT code_hash AS "codeHash" FROM sign_in_code
      WHERE code_hash = ${codeHash} AND user_id IS NULL AND ${isCodeValid('sign_in_code')}`,
  )
  return found.length > 0
}

/** Adds the first user, and consumes all codes for one, so that of several at once only one is added. Returns null for the others. */
export async function addFirstUser(
  database: Queryable,
  codeHash: Uint8Array<ArrayBuffer>,
  { id, email, name, hash }: { id: string; email: string; name: string; hash: string },
): Promise<UserRow | null> {
  const [row] = await ask<UserRow>(
    database,
    Prisma.sql`
      WITH codes AS (
        DELETE FROM sign_in_code WHERE user_id IS NULL AND EXISTS (
          SELECT FROM sign_in_code WHERE code_hash = ${codeHash} AND user_id IS NULL AND ${isCodeValid('sign_in_code')})
        RETURNING code_hash
      ), added AS (
        INSERT INTO "user" (id, email, name, is_admin)
        SELECT ${id}::uuid, ${email}, ${name}, true
        WHERE EXISTS (SELECT FROM codes WHERE code_hash = ${codeHash}) AND NOT EXISTS (SELECT FROM "user")
        RETURNING *
      ), hashed AS (
        INSERT INTO password (user_id, hash) SELECT id, ${hash} FROM added
      )
      SELECT ${userColumns} FROM added AS "user"`,
  )
  return row ?? null
}
