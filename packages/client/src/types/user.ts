// Written by scripts/write-types.ts from the schemas of the contract. Do not edit it: run `pnpm types`.

/** The colour behind a user's initials. */
export type AvatarColor =
  | 'primary'
  | 'pink'
  | 'red'
  | 'yellow'
  | 'blue'
  | 'green'
  | 'purple'
  | 'orange'
  | 'gray'
  | 'amber'

/** A user. The private fields of users other than the caller are blank. */
export interface User {
  /** The stored colour, or else one derived from the e-mail address. */
  avatarColor: AvatarColor
  /** When the user was added. */
  createdAt: string
  /** null while the user is active. */
  deletedAt: string | null
  /** The e-mail address. */
  email: string
  /** null when unset, and on users other than the caller. */
  externalPath: string | null
  /** The id of the user. */
  id: string
  /** Whether the user is an administrator. */
  isAdmin: boolean
  /** Whether the user wants to be shown memories. */
  memoriesEnabled?: boolean | undefined
  /** The name of the user. */
  name: string
  /** The `sub` at the provider; empty on users other than the caller. */
  oauthId: string
  /** The path of a picture of the user; empty when there is none. */
  profileImagePath: string
  /** Always false on users other than the caller. */
  shouldChangePassword: boolean
  /** null when unset, and on users other than the caller. */
  storageLabel: string | null
  /** When the user last changed. */
  updatedAt: string
}
