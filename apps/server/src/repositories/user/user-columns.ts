import { Prisma, type User as UserRow } from '../../generated/prisma/client.js'
import { toColumn } from '../columns.js'

const names = Object.values(Prisma.UserScalarFieldEnum)

/** All columns of the table "user" under the names that a UserRow has. */
export const userColumns = Prisma.raw(names.map((name) => `"user".${toColumn(name)} AS "${name}"`).join(', '))

/** A user as JSON tells of one. */
export type UserJson = Omit<UserRow, 'createdAt' | 'updatedAt' | 'deletedAt'> & {
  createdAt: string
  updatedAt: string
  deletedAt: string | null
}

/** The user whom JSON of these columns tells of. */
export function toUserRow({ createdAt, updatedAt, deletedAt, ...user }: UserJson): UserRow {
  return {
    ...user,
    createdAt: new Date(createdAt),
    updatedAt: new Date(updatedAt),
    deletedAt: deletedAt === null ? null : new Date(deletedAt),
  }
}
