import { ProblemError } from '../errors.js'
import type { SignIn as SignInRow, User as UserRow } from '../generated/prisma/client.js'

/** What is configured for sign-in. Throws `sign_in_off` when nothing is. */
export function requireSignIn<Configured>(configured: Configured | null): Configured {
  if (configured !== null) return configured
  throw new ProblemError('sign_in_off', 'This service has no provider by which users sign in.')
}

/**
 * The sign-in that is to be finished. Throws `sign_in_failed` when there is none, or it was begun in another browser or for
 * another address: nobody is to be signed in by a link that somebody else made.
 */
export function requireBegun(
  signIn: SignInRow | null,
  { redirectUri, browserHash }: { redirectUri: string; browserHash: Uint8Array | null },
): SignInRow {
  const fail = (detail: string) => new ProblemError('sign_in_failed', detail)
  if (!signIn) throw fail('This sign-in was never begun, is over, or took longer than 10 minutes.')
  if (signIn.redirectUri !== redirectUri) throw fail('The sign-in was begun for another redirectUri.')
  if (!sameBytes(signIn.browserHash, browserHash)) throw fail('The sign-in was begun in another browser.')
  return signIn
}

/** The user who signed in. Throws `sign_in_refused` for people without an account, and for deleted users. */
export function requireAccount(user: UserRow | null, { email }: { email: string | null }): UserRow {
  if (user?.deletedAt === null) return user
  const reason =
    user || email !== null
      ? 'There is no account for you here.'
      : 'The provider has not verified an e-mail address of yours.'
  throw new ProblemError('sign_in_refused', reason)
}

function sameBytes(a: Uint8Array | null, b: Uint8Array | null) {
  return a === null || b === null ? a === b : Buffer.from(a).equals(b)
}
