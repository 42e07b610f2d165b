import type { Request } from 'express'

/** The number of ids that a line names at most. */
const NAMED = 100

/** A change of what users may do or see, with the ids that it concerns. */
interface Act {
  act:
    | 'signed in'
    | 'signed out'
    | 'ended a session'
    | 'ended all other sessions'
    | 'made a key'
    | 'revoked a key'
    | 'added a passkey'
    | 'removed a passkey'
    | 'changed the password'
    | 'made the first account'
    | 'added a user'
    | 'invited a user'
    | 'withdrew an invitation'
    | 'changed a user'
    | 'locked a user out'
    | 'restored a user'
    | 'removed a user'
    | 'shared an album'
    | 'took a user off an album'
    | 'made a link'
    | 'changed a link'
    | 'removed a link'
  userId: string
  sessionId?: string
  /** The key that was created or revoked, or that signed in; null for an OpenID provider or a link. */
  keyId?: string | null
  /** The permissions of a new key. */
  scopes?: string[]
  /** The user whom an administrator manages. */
  managedId?: string
  passkeyId?: string
  albumId?: string
  linkId?: string
  /** The users with whom an album was shared. */
  sharedWith?: string[]
  /** The user who was removed from an album. */
  removed?: string
}

/** Writes a line about an act to the log, beside that of its request. */
export function audit({ log, id }: Pick<Request, 'log' | 'id'>, { act, sharedWith, ...ids }: Act): void {
  const shared = sharedWith && { sharedWith: sharedWith.slice(0, NAMED), sharedCount: sharedWith.length }
  log.info({ requestId: id, act, ...ids, ...shared }, `a user ${act}`)
}
