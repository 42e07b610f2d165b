import * as z from 'zod'

/** A person as the provider identifies them. */
export interface Person {
  issuer: string
  /** The permanent id of the person at the provider. */
  subject: string
  /** The e-mail address in lower case; null unless the provider has verified it. */
  email: string | null
  name: string
}

const NAME_LENGTH = 1_000

const Subject = z.string().regex(/^[\x20-\x7e]{1,255}$/)
const Email = z.string().trim().toLowerCase().pipe(z.email())
const Name = z
  .string()
  .transform((name) => [...name.toWellFormed().replaceAll('\0', '').trim()].slice(0, NAME_LENGTH).join(''))
  .pipe(z.string().min(1))

/** Reads the person from the claims of the ID token and the userinfo endpoint; null without a usable `sub`. */
export function toPerson(issuer: string, claims: Record<string, unknown>): Person | null {
  const subject = Subject.safeParse(claims['sub'])
  if (!subject.success) return null
  const { data: address = null } = Email.safeParse(claims['email'])
  const names = [claims['name'], claims['preferred_username'], address?.replace(/@.*$/, ''), subject.data]
  const name = names.map((given) => Name.safeParse(given).data).find((given) => given !== undefined) ?? subject.data
  return { issuer, subject: subject.data, email: claims['email_verified'] === true ? address : null, name }
}
