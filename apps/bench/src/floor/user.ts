import { AvatarColor, type User } from '@media-library/contract'

const columns = [
  'avatar_color',
  'created_at',
  'deleted_at',
  'email',
  'external_path',
  'id',
  'is_admin',
  'memories_enabled',
  'name',
  'oauth_id',
  'profile_image_path',
  'quota_bytes',
  'should_change_password',
  'storage_label',
  'updated_at',
] as const

/** Returns the columns of a user with a prefix, for a join. */
export function userColumns(table: string, prefix: string): string {
  return columns.map((column) => `${table}.${column} AS ${prefix}_${column}`).join(', ')
}

/** A row with the prefixed columns of a user. */
export type UserRow = Record<string, unknown>

/** Maps the prefixed columns of a row to a user. Private fields are blank unless the user is the viewer. */
export function toUser(row: UserRow, prefix: string, isViewer: boolean): User {
  const column = <T>(name: (typeof columns)[number]) => row[`${prefix}_${name}`] as T
  const email = column<string>('email')
  return {
    avatarColor: column<AvatarColor | null>('avatar_color') ?? toColor(email),
    createdAt: column<Date>('created_at').toISOString(),
    deletedAt: column<Date | null>('deleted_at')?.toISOString() ?? null,
    email,
    externalPath: isViewer ? column('external_path') : null,
    id: column('id'),
    isAdmin: column('is_admin'),
    memoriesEnabled: column('memories_enabled'),
    name: column('name'),
    oauthId: isViewer ? column('oauth_id') : '',
    profileImagePath: column('profile_image_path'),
    quotaSizeInBytes: isViewer ? column('quota_bytes') : null,
    quotaUsageInBytes: null,
    shouldChangePassword: isViewer && column('should_change_password'),
    status: column('deleted_at') === null ? 'active' : 'deleted',
    storageLabel: isViewer ? column('storage_label') : null,
    updatedAt: column<Date>('updated_at').toISOString(),
  }
}

function toColor(email: string) {
  const sum = [...email.toLowerCase()].reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0)
  return AvatarColor.options[sum % AvatarColor.options.length] as AvatarColor
}
