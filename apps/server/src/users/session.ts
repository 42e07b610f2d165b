import { isLinkOpen } from '../assets/visibility.js'
import { ask, type Queryable, uuids } from '../database/ask.js'
import type { PrismaDatabase } from '../database/connect.js'
import { Prisma, type Session, type User as UserRow } from '../generated/prisma/client.js'
import { type ClaimedRow, inOrder, isClaimed } from './claimed.js'
import type { CredentialClaim } from './credential.js'
import { userColumns } from './to-user.js'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** The longest life of a session, in milliseconds. */
export const SESSION_LIFE = 30 * DAY

/** The milliseconds after which an unused session ends. */
export const SESSION_IDLE = 7 * DAY

/** The precision with which the last use of a session is stored, in milliseconds. */
export const SESSION_SEEN = HOUR

/** A session with its user. The caller checks whether the session has expired or the user was deleted. */
export type SessionRow = Pick<Session, 'seenAt' | 'expiresAt'> & { scopes: string[]; user: UserRow }

const columns = {
  id: true,
  userAgent: true,
  createdAt: true,
  seenAt: true,
  expiresAt: true,
  user: { select: { email: true } },
} satisfies Prisma.SessionSelect

/** A session without its hash. */
export type SessionColumnsRow = Prisma.SessionGetPayload<{ select: typeof columns }>

/** Finds the sessions that are claimed, in the same order; null for each that is missing or has another secret. */
export async function findSessions(
  database: Queryable,
  claims: readonly CredentialClaim[],
): Promise<(SessionRow | null)[]> {
  const rows = await ask<Omit<SessionRow, 'user'> & UserRow & ClaimedRow>(
    database,
    Prisma.sql`
      SELECT session.id AS "claimedId", session.secret_hash AS "secretHash", seen_at AS "seenAt",
        session.expires_at AS "expiresAt", coalesce(api_key.scopes, '{all}') AS scopes, ${userColumns}
      FROM session JOIN "user" ON "user".id = session.user_id LEFT JOIN api_key ON api_key.id = api_key_id
      WHERE ${isClaimed('session', claims)}`,
  )
  return inOrder(claims, rows, ({ scopes, seenAt, expiresAt, ...user }) => ({ scopes, seenAt, expiresAt, user }))
}

/** A session to store. `apiKeyId` is the key that signed in, if one did. */
export type NewSession = Pick<Session, 'id' | 'userId' | 'secretHash' | 'userAgent' | 'expiresAt'> & {
  apiKeyId?: string | null
}

/** The maximum number of sessions of a user that the same key began, or no key. */
const MOST_SESSIONS = 100

/**
 * Stores a new session. Of those that the same key of its user began, or no key, removes the expired ones, and beyond 100 those that
 * were unused for longest: a key of a few scopes ends no other session.
 */
export async function createSession(database: Queryable, session: NewSession): Promise<void> {
  const { id, userId, secretHash, userAgent, expiresAt, apiKeyId = null } = session
  await ask(
    database,
    Prisma.sql`
      WITH ended AS (
        DELETE FROM session
        WHERE user_id = ${userId}::uuid AND api_key_id IS NOT DISTINCT FROM ${apiKeyId}::uuid AND id NOT IN (
          SELECT id FROM session
          WHERE user_id = ${userId}::uuid AND api_key_id IS NOT DISTINCT FROM ${apiKeyId}::uuid AND expires_at > now()
          ORDER BY seen_at DESC, created_at DESC LIMIT ${MOST_SESSIONS - 1}::int
        )
      )
      INSERT INTO session (id, user_id, secret_hash, user_agent, expires_at, api_key_id)
      VALUES (${id}::uuid, ${userId}::uuid, ${secretHash}, ${userAgent}, ${expiresAt}, ${apiKeyId}::uuid)`,
  )
}

/** Records that a session is in use. */
export async function touchSession(database: Queryable, id: string): Promise<void> {
  await ask(database, Prisma.sql`UPDATE session SET seen_at = now() WHERE id = ${id}::uuid`)
}

/** What tells where a user is signed in. */
export type DeviceRow = Pick<Session, 'id' | 'userAgent' | 'createdAt' | 'seenAt'>

/** Lists the valid sessions of a user, last used first, and of those of one moment the newest. */
export function listLastUsed(database: Queryable, userId: string, most: number): Promise<DeviceRow[]> {
  return ask<DeviceRow>(
    database,
    Prisma.sql`
      SELECT id, user_agent AS "userAgent", created_at AS "createdAt", seen_at AS "seenAt" FROM session
      WHERE user_id = ${userId}::uuid AND ${isSessionValid(SESSION_IDLE)}
      ORDER BY seen_at DESC, created_at DESC, id DESC LIMIT ${most}::int`,
  )
}

/** Lists the sessions of a user, or of all users, oldest first. */
export function listSessions(database: PrismaDatabase, userId: string | null): Promise<SessionColumnsRow[]> {
  return database.session.findMany({
    where: userId === null ? {} : { userId },
    select: columns,
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })
}

/** Ends a session. Returns false when there is none with this id, and with the secret and user that are given. */
export async function endSession(
  database: PrismaDatabase,
  { id, secretHash, userId }: { id: string; secretHash?: Uint8Array<ArrayBuffer>; userId?: string },
): Promise<boolean> {
  const { count } = await database.session.deleteMany({
    where: { id, ...(secretHash && { secretHash }), ...(userId !== undefined && { userId }) },
  })
  return count > 0
}

/** Ends all sessions of a user, but for the one that is `kept`. Returns their number. */
export async function endUserSessions(
  database: PrismaDatabase,
  userId: string,
  kept: string | null = null,
): Promise<number> {
  const { count } = await database.session.deleteMany({
    where: { userId, ...(kept !== null && { id: { not: kept } }) },
  })
  return count
}

/**
 * Returns which of these keys, sessions and links are still valid. A session that has not been used for `idleMs` is not. A session that
 * is, and was last seen more than `seenMs` ago, is recorded as in use.
 */
export async function listValidCredentials(
  database: Queryable,
  ids: string[],
  { idleMs, seenMs }: { idleMs: number; seenMs: number },
): Promise<Set<string>> {
  const rows = await ask<{ id: string }>(
    database,
    Prisma.sql`
    WITH valid AS (
      SELECT session.id, seen_at FROM session JOIN "user" ON "user".id = user_id
      WHERE session.id = ANY (${uuids(ids)}::uuid[]) AND deleted_at IS NULL AND ${isSessionValid(idleMs)}
    ), seen AS (
      UPDATE session SET seen_at = now() FROM valid
      WHERE session.id = valid.id AND valid.seen_at < now() - ${seenMs}::float * interval '1 millisecond'
    )
    SELECT id FROM valid
    UNION ALL
    SELECT api_key.id FROM api_key JOIN "user" ON "user".id = user_id
    WHERE api_key.id = ANY (${uuids(ids)}::uuid[]) AND deleted_at IS NULL AND (expires_at IS NULL OR expires_at > now())
    UNION ALL
    SELECT shared_link.id FROM shared_link JOIN "user" ON "user".id = user_id
    WHERE shared_link.id = ANY (${uuids(ids)}::uuid[]) AND deleted_at IS NULL AND ${isLinkOpen}`,
  )
  return new Set(rows.map(({ id }) => id))
}

/** Returns the condition that a row of `session` has neither expired nor been unused for that long, nor is from a clock far ahead. */
export function isSessionValid(idleMs: number): Prisma.Sql {
  return Prisma.sql`expires_at > now() AND expires_at < now() + ${2 * SESSION_LIFE}::float * interval '1 millisecond'
    AND seen_at > now() - ${idleMs}::float * interval '1 millisecond'`
}
