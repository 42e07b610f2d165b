import { isLinkOpen } from '../assets/visibility.js'
import { ask, type Connection, type Database, uuids } from '../database/ask.js'
import { ProblemError } from '../errors.js'
import { Prisma } from '../generated/prisma/client.js'
import { isSessionValid, listValidCredentials, SESSION_IDLE, SESSION_SEEN } from './session.js'

const CHECK_MS = 1_000

const terms = { idleMs: SESSION_IDLE, seenMs: SESSION_SEEN }

/** Creates the problem of a caller without a valid key or session. */
export function unauthenticated(detail = 'The key or session is unknown, revoked or expired.'): ProblemError {
  return new ProblemError('unauthenticated', detail, {
    headers: { 'WWW-Authenticate': 'Bearer realm="media-library"' },
  })
}

/** Throws `unauthenticated` when the key or session of long work has ended since its request came, or its user is gone or disabled. */
export async function requireStillValid(database: Database, credentialId: string): Promise<void> {
  const valid = await listValidCredentials(database, [credentialId], terms)
  if (!valid.has(credentialId)) throw unauthenticated()
}

/** Returns which of these keys, sessions and links are still valid, and allow uploads. They stay so until the transaction ends: what revokes them waits. */
export async function holdCredentials(transaction: Connection, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await ask<{ id: string }>(
    transaction,
    Prisma.sql`
      WITH keys AS (
        SELECT api_key.id FROM api_key JOIN "user" ON "user".id = user_id
        WHERE api_key.id = ANY (${uuids(ids)}::uuid[]) AND deleted_at IS NULL AND (expires_at IS NULL OR expires_at > now())
        ORDER BY api_key.id FOR SHARE
      ), sessions AS (
        SELECT session.id FROM session JOIN "user" ON "user".id = user_id
        WHERE session.id = ANY (${uuids(ids)}::uuid[]) AND deleted_at IS NULL AND ${isSessionValid(SESSION_IDLE)}
        ORDER BY session.id FOR SHARE
      ), links AS (
        SELECT shared_link.id FROM shared_link JOIN "user" ON "user".id = user_id
        WHERE shared_link.id = ANY (${uuids(ids)}::uuid[]) AND deleted_at IS NULL AND ${isLinkOpen} AND allow_upload
        ORDER BY shared_link.id FOR KEY SHARE OF shared_link
      )
      SELECT id FROM keys UNION ALL SELECT id FROM sessions UNION ALL SELECT id FROM links`,
  )
  return new Set(rows.map(({ id }) => id))
}

/** Notifies long work that its caller may no longer act. */
export interface CredentialWatch {
  /** Calls back once, within some seconds, with `unauthenticated`. Returns the function that ends the watch. */
  watch(credentialId: string, onEnded: (problem: ProblemError) => void): () => void
}

/** Checks all watched callers once a second, while there are any. */
export function watchCredentials(database: Database): CredentialWatch {
  const watched = new Map<(problem: ProblemError) => void, string>()
  let timer: NodeJS.Timeout | null = null

  const check = async () => {
    // What is watched from now on is not asked for yet.
    const entries = [...watched]
    const valid = await listValidCredentials(database, [...new Set(watched.values())], terms)
    for (const [onEnded, id] of entries) if (!valid.has(id) && end(onEnded)) onEnded(unauthenticated())
  }
  const checkSoon = () => {
    // What cannot be asked now is asked a second later.
    timer = setTimeout(
      () =>
        void check()
          .catch(() => {})
          .finally(checkNext),
      CHECK_MS,
    ).unref()
  }
  const checkNext = () => {
    timer = null
    if (watched.size > 0) checkSoon()
  }
  const end = (onEnded: (problem: ProblemError) => void) => watched.delete(onEnded)

  return {
    watch: (credentialId, onEnded) => {
      watched.set(onEnded, credentialId)
      if (timer === null) checkSoon()
      return () => void end(onEnded)
    },
  }
}
