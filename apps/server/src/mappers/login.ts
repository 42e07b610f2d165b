import type { Login } from '@media-library/contract'
import type { User as UserRow } from '../generated/prisma/client.js'

/** What a user who signed in gets to know. */
export const toLogin = (user: UserRow, accessToken: string): Login => ({
  accessToken,
  userId: user.id,
  userEmail: user.email,
  name: user.name,
  isAdmin: user.isAdmin,
  profileImagePath: user.profileImagePath,
  shouldChangePassword: user.shouldChangePassword,
})
