import type { User } from '../generated/prisma/client.js'

/** Who uploads: a user, by a key or session. */
export interface Uploader {
  user: Pick<User, 'id' | 'quotaBytes'>
  credentialId: string
}
