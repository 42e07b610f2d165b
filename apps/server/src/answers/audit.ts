import type { Request } from 'express'

/** How many ids a line names at most. */
const NAMED = 100

/** What concerns who may do or see something, and which ids it is about. */
interface Act {
  act:
    | 'signed in'
    | 'signed out'
    | 'ended a session'
    | 'ended all other sessions'
    | 'made a key'
    | 'revoked a key'
    | 'shared an album'
    | 'took a user off an album'
  userId: string
  sessionId?: string
  /** The key that was made or revoked, or that signed in; null for an OpenID provider or a link. */
  keyId?: string | null
  /** What a new key may do. */
  scopes?: string[]
  albumId?: string
  /** Those with whom an album was shared. */
  sharedWith?: string[]
  /** The user who was taken off an album. */
  removed?: string
}

/** Writes a line of the log for an act, beside that of its request. */
export function audit({ log, id }: Pick<Request, 'log' | 'id'>, { act, sharedWith, ...ids }: Act): void {
  const shared = sharedWith && { sharedWith: sharedWith.slice(0, NAMED), sharedCount: sharedWith.length }
  log.info({ requestId: id, act, ...ids, ...shared }, `a user ${act}`)
}
