import { selectColumns } from '../database/columns.js'
import { Prisma, type User as UserRow } from '../generated/prisma/client.js'

/** All columns of the table "user" under the names of a UserRow. */
export const userColumns = selectColumns(Prisma.UserScalarFieldEnum, '"user"')

/** A user in JSON. */
export type UserJson = Omit<UserRow, 'createdAt' | 'updatedAt' | 'deletedAt'> & {
  createdAt: string
  updatedAt: string
  deletedAt: string | null
}

/** Converts the JSON of these columns to a user. */
export function toUserRow({ createdAt, updatedAt, deletedAt, ...user }: UserJson): UserRow {
  return {
    ...user,
    createdAt: new Date(createdAt),
    updatedAt: new Date(updatedAt),
    deletedAt: deletedAt === null ? null : new Date(deletedAt),
  }
}
