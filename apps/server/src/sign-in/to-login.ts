import type { Login } from '@media-library/contract'
import type { User as UserRow } from '../generated/prisma/client.js'

/** Returns the response to a sign-in. */
export function toLogin(user: UserRow, accessToken: string): Login {
  return {
    accessToken,
    userId: user.id,
    userEmail: user.email,
    name: user.name,
    isAdmin: user.isAdmin,
    profileImagePath: user.profileImagePath,
    shouldChangePassword: user.shouldChangePassword,
  }
}
