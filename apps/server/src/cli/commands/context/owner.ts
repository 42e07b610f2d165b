import type { PrismaDatabase } from '../../../database/connect.js'
import { UserError } from '../../../errors.js'
import type { User as UserRow } from '../../../generated/prisma/client.js'
import { findUserByEmail, listUsers } from '../../../users/user.js'

const SHOWN = 10

/** Finds the active user of an e-mail address. Throws a UserError when there is none. */
export async function requireUser(database: PrismaDatabase, email: string): Promise<UserRow> {
  const user = await requireAnyUser(database, email)
  if (user.deletedAt === null) return user
  throw new UserError(`${email} is disabled. \`media-library user enable ${email}\` lets the user in again.`)
}

/** Finds the user of an e-mail address, even a disabled one. Throws a UserError when there is none. */
export async function requireAnyUser(database: PrismaDatabase, email: string): Promise<UserRow> {
  const user = await findUserByEmail(database, email)
  if (user) return user
  throw new UserError(
    `there is no user ${email}. \`media-library user list\` lists the users, and \`media-library user add ${email}\` adds this one.`,
  )
}

/** Finds the user of `--user`, or without it the only user. Throws a UserError when there is none, or several. */
export async function requireOwner(database: PrismaDatabase, email: string | undefined): Promise<UserRow> {
  if (email !== undefined) return requireUser(database, email)
  const users = (await listUsers(database)).filter(({ deletedAt }) => deletedAt === null)
  const [only] = users
  if (!only) throw new UserError('the library has no user yet. `media-library user add <email>` adds one.')
  if (users.length === 1) return only
  const emails = users.slice(0, SHOWN).map((user) => user.email)
  if (users.length > SHOWN) emails.push('…')
  throw new UserError(`the library has ${users.length} users: name one with --user (${emails.join(', ')}).`)
}
