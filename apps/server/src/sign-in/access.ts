import { ProblemError } from '../errors.js'
import type { User as UserRow } from '../generated/prisma/client.js'

/** Returns the sign-in configuration. Throws `sign_in_off` when there is none. */
export function requireSignIn<Configured>(configured: Configured | null): Configured {
  if (configured !== null) return configured
  throw new ProblemError('sign_in_off', 'This service has no sign-in provider.')
}

/** Returns the user of a code. Throws `sign_in_failed` when there is none. */
export function requireCode(user: UserRow | null): UserRow {
  if (user) return user
  throw new ProblemError('sign_in_failed', 'This link was used before, or is older than 10 minutes.')
}

/** Returns the user who signed in. Throws `sign_in_refused` for people without an account, and for deleted users. */
export function requireAccount(user: UserRow | null, { email }: { email: string | null }): UserRow {
  if (user?.deletedAt === null) return user
  const reason =
    user || email !== null
      ? 'You have no account on this service.'
      : 'The provider has not verified your e-mail address.'
  throw new ProblemError('sign_in_refused', reason)
}
