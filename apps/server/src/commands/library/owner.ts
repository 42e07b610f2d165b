import type { PrismaDatabase } from '../../database/connect.js'
import { UserError } from '../../errors.js'
import type { User as UserRow } from '../../generated/prisma/client.js'
import { findUserByEmail, listUsers } from '../../repositories/user/user.js'

const SHOWN = 10

/** Finds the user of `--user`. Throws a UserError when there is none. */
export async function requireUser(database: PrismaDatabase, email: string): Promise<UserRow> {
  const user = await findUserByEmail(database, email)
  if (user) return user
  throw new UserError(
    `there is no user ${email}. \`media-library user list\` lists the users, and \`media-library user add ${email}\` adds this one.`,
  )
}

/** Finds the user of `--user`, or without it the only user. Throws a UserError when there is none, or several. */
export async function requireOwner(database: PrismaDatabase, email: string | undefined): Promise<UserRow> {
  if (email !== undefined) return requireUser(database, email)
  const users = await listUsers(database)
  const [only] = users
  if (!only) throw new UserError('the library has no user yet. `media-library user add <email>` adds one.')
  if (users.length === 1) return only
  const emails = users.slice(0, SHOWN).map((user) => user.email)
  if (users.length > SHOWN) emails.push('…')
  throw new UserError(`the library has ${users.length} users: name one with --user (${emails.join(', ')}).`)
}
