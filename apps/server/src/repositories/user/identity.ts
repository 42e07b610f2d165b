import type { Queryable } from '../../database/connect.js'
import type { User as UserRow } from '../../generated/prisma/client.js'

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
function findUser(database: Queryable, { issuer, subject }: Identity): Promise<UserRow | null> {
  return database.user.findFirst({ where: { oauthIssuer: issuer, oauthId: subject } })
}

/** A user who has another `sub` at this provider keeps it. */
async function linkUser(database: Queryable, { issuer, subject }: Identity, email: string): Promise<UserRow | null> {
  const [row] = await database.user.updateManyAndReturn({
    where: { email, deletedAt: null, oauthIssuer: { not: issuer } },
    data: { oauthIssuer: issuer, oauthId: subject },
  })
  return row ?? null
}

async function registerUser(
  database: Queryable,
  { issuer, subject, name }: Identity,
  email: string,
): Promise<UserRow | null> {
  const [row] = await database.user.createManyAndReturn({
    data: [{ email, name, oauthIssuer: issuer, oauthId: subject }],
    skipDuplicates: true,
  })
  return row ?? null
}
