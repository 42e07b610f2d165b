import { v7 as uuidv7 } from 'uuid'
import { ask } from '../database/ask.js'
import type { Queryable } from '../database/connect.js'
import { Prisma, type User as UserRow } from '../generated/prisma/client.js'
import { userColumns } from '../users/to-user.js'

/** A person as a provider identifies them. `email` is in lower case, and null unless verified. */
export interface Identity {
  issuer: string
  subject: string
  email: string | null
  name: string
}

/**
 * The user of an identity: by its `sub`, else by its verified e-mail address, which is remembered, else with `register` a new
 * one. May be a deleted user, and null when there is none. Any number at the same time get the same user.
 */
export async function claimUser(
  database: Queryable,
  identity: Identity,
  { register }: { register: boolean },
): Promise<UserRow | null> {
  const known = await findUser(database, identity)
  const { email } = identity
  if (known || email === null) return known
  const linked =
    (await linkUser(database, identity, email)) ?? (register && (await registerUser(database, identity, email)))
  return linked || findUser(database, identity)
}

/** Finds the user of a provider's `sub`, even a deleted one, or null. */
async function findUser(database: Queryable, { issuer, subject }: Identity): Promise<UserRow | null> {
  const [row] = await ask<UserRow>(
    database,
    Prisma.sql`SELECT ${userColumns} FROM "user" WHERE oauth_issuer = ${issuer} AND oauth_id = ${subject}`,
  )
  return row ?? null
}

/** A user who has another `sub` at this provider keeps it. */
async function linkUser(database: Queryable, { issuer, subject }: Identity, email: string): Promise<UserRow | null> {
  const [row] = await ask<UserRow>(
    database,
    Prisma.sql`
      UPDATE "user" SET oauth_issuer = ${issuer}, oauth_id = ${subject}, updated_at = now()
      WHERE email = ${email} AND deleted_at IS NULL AND oauth_issuer <> ${issuer}
      RETURNING ${userColumns}`,
  )
  return row ?? null
}

async function registerUser(
  database: Queryable,
  { issuer, subject, name }: Identity,
  email: string,
): Promise<UserRow | null> {
  const [row] = await ask<UserRow>(
    database,
    Prisma.sql`
      INSERT INTO "user" (id, email, name, oauth_issuer, oauth_id)
      VALUES (${uuidv7()}::uuid, ${email}, ${name}, ${issuer}, ${subject})
      ON CONFLICT DO NOTHING
      RETURNING ${userColumns}`,
  )
  return row ?? null
}
