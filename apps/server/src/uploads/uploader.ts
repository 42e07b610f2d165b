import type { User } from '../generated/prisma/client.js'

/** The user who uploads, by a key or session. */
export interface Uploader {
  user: Pick<User, 'id' | 'quotaBytes'>
  credentialId: string
}
