import { createHash } from 'node:crypto'
import { AvatarColor, type User } from '@media-library/contract'
import type { User as UserRow } from '../generated/prisma/client.js'

/** A colour that stays the same for an e-mail address. */
export function avatarColorOf(email: string): AvatarColor {
  const digest = createHash('sha256').update(email.toLowerCase()).digest()
  return AvatarColor.options[digest.readUInt32BE() % AvatarColor.options.length] as AvatarColor
}

/** A user as `viewerId` may see them: private fields are blank on everybody else. */
export function toUser(row: UserRow, viewerId: string): User {
  const isViewer = row.id === viewerId
  return {
    avatarColor: row.avatarColor ?? avatarColorOf(row.email),
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
    shouldChangePassword: isViewer && row.shouldChangePassword,
    storageLabel: isViewer ? row.storageLabel : null,
    updatedAt: row.updatedAt.toISOString(),
  }
}
