import * as z from 'zod'
import { EmailAddress } from '../config/email-address.js'
import type { PrismaDatabase } from '../database/connect.js'
import type { User as UserRow } from '../generated/prisma/client.js'
import { toUserName } from '../users/profile.js'
import { createUser } from '../users/user.js'
import type { Cause } from './fault-cause.js'

/** A person as the provider identifies them. */
export interface Person {
  issuer: string
  /** The permanent id of the person at the provider. */
  subject: string
  /** The e-mail address in lower case; null unless the provider has verified it. */
  email: string | null
  /** Why there is no e-mail address; null when there is one. */
  emailFault: Cause | null
  name: string
}

const Subject = z.string().regex(/^[\x20-\x7e]{1,255}$/)
const Name = z.string().transform(toUserName).pipe(z.string().min(1))

/**
 * Reads the person from the claims of the ID token and the userinfo endpoint; null without a usable `sub`. With `trustEmail`, an address
 * of which the provider does not say whether it is verified counts as verified.
 */
export function toPerson(
  issuer: string,
  claims: Record<string, unknown>,
  { trustEmail }: { trustEmail: boolean },
): Person | null {
  const subject = Subject.safeParse(claims['sub'])
  if (!subject.success) return null
  const { data: address = null } = EmailAddress.safeParse(claims['email'])
  const names = [claims['name'], claims['preferred_username'], address?.replace(/@.*$/, ''), subject.data]
  const name =
    names.map((candidate) => Name.safeParse(candidate).data).find((candidate) => candidate !== undefined) ??
    subject.data
  const emailFault = address === null ? noAddress : findVerificationFault(claims['email_verified'], trustEmail)
  return { issuer, subject: subject.data, email: emailFault ? null : address, emailFault, name }
}

const noAddress: Cause = {
  code: 'no_email',
  reason: 'The provider sends no usable e-mail address for you.',
  hint: 'allow the scope email for this client, and give the person an e-mail address at the provider',
}

/** Some providers send the boolean as text. */
function findVerificationFault(verified: unknown, trustEmail: boolean): Cause | null {
  if (verified === true || verified === 'true') return null
  if (verified !== undefined && verified !== null)
    return {
      code: 'unverified_email',
      reason: 'The provider has not verified your e-mail address.',
      hint: 'verify the e-mail address of the person at the provider, which sends another "email_verified" than true',
    }
  if (trustEmail) return null
  return {
    code: 'undecided_email',
    reason: 'The provider does not say whether it has verified your e-mail address.',
    hint: 'the provider sends no "email_verified": let it send the claim, or set OAUTH_TRUST_EMAIL=true if nobody can choose their own address there',
  }
}

/**
 * Returns the user of a person: by their `sub`, or else by their verified e-mail address, which is then linked, or else with `register` a
 * new one. The user may be deleted, and is null when there is none. Concurrent calls for a person return the same user.
 */
export async function claimUser(
  database: PrismaDatabase,
  person: Omit<Person, 'emailFault'>,
  { register }: { register: boolean },
): Promise<UserRow | null> {
  const known = await findUser(database, person)
  const { issuer: oauthIssuer, subject: oauthId, email, name } = person
  if (known || email === null) return known
  const linked =
    (await linkUser(database, person, email)) ??
    (register && (await createUser(database, { email, name, oauthIssuer, oauthId })))
  return linked || findUser(database, person)
}

/** Finds the user of a provider's `sub`, even a deleted one, or null. */
function findUser(
  database: PrismaDatabase,
  { issuer, subject }: Pick<Person, 'issuer' | 'subject'>,
): Promise<UserRow | null> {
  return database.user.findFirst({ where: { oauthIssuer: issuer, oauthId: subject } })
}

/** Links a user to a person. A user who has another `sub` at this provider keeps it. */
async function linkUser(
  database: PrismaDatabase,
  { issuer, subject }: Pick<Person, 'issuer' | 'subject'>,
  email: string,
): Promise<UserRow | null> {
  const [row] = await database.user.updateManyAndReturn({
    where: { email, deletedAt: null, oauthIssuer: { not: issuer } },
    data: { oauthIssuer: issuer, oauthId: subject },
  })
  return row ?? null
}
