import { AvatarColor, type User } from '@media-library/contract'
import { selectColumns } from '../database/ask.js'
import { Prisma, type User as UserRow } from '../generated/prisma/client.js'

/** Returns a colour that depends only on the e-mail address: the one that Immich derives, too. */
export function toAvatarColor(email: string): AvatarColor {
  const sum = [...email.toLowerCase()].reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0)
  return AvatarColor.options[sum % AvatarColor.options.length] as AvatarColor
}

/** Converts a user to the form for `viewerId`. The private fields of other users are blank, and so is what would have to be counted. */
export function toUser(row: UserRow, viewerId: string): User {
  const isViewer = row.id === viewerId
  return {
    avatarColor: row.avatarColor ?? toAvatarColor(row.email),
    createdAt: row.createdAt.toISOString(),
    deletedAt: row.deletedAt?.toISOString() ?? null,
    email: row.email,
    externalPath: isViewer ? row.externalPath : null,
    id: row.id,
    isAdmin: row.isAdmin,
    memoriesEnabled: row.memoriesEnabled,
    name: row.name,
    oauthId: isViewer ? row.oauthId : '',
    profileImagePath: row.profileImagePath,
    quotaSizeInBytes: isViewer ? row.quotaBytes : null,
    quotaUsageInBytes: null,
    shouldChangePassword: isViewer && row.shouldChangePassword,
    status: row.deletedAt === null ? 'active' : 'deleted',
    storageLabel: isViewer ? row.storageLabel : null,
    updatedAt: row.updatedAt.toISOString(),
  }
}

/** Converts a user to the form for an administrator, who sees whether they have a password of their own choice, and their quota. */
export function toManagedUser(row: UserRow, uploadedBytes: number): User {
  return {
    ...toUser(row, ''),
    quotaSizeInBytes: row.quotaBytes,
    quotaUsageInBytes: uploadedBytes,
    shouldChangePassword: row.shouldChangePassword,
  }
}

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
