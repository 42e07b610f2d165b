import type { Login } from '@media-library/contract'
import type { Request, Response } from 'express'
import { acquireWhileConnected } from '../admission/acquire-for.js'
import { admission } from '../admission/admission.js'
import { audit } from '../answers/audit.js'
import type { Handler } from '../answers/handler.js'
import type { PrismaDatabase } from '../database/connect.js'
import type { User, User as UserRow } from '../generated/prisma/client.js'
import { findKeyExpiry } from '../users/api-key.js'
import { makeSessionToken, readSessionToken } from '../users/credential.js'
import { createSession, endSession, SESSION_LIFE } from '../users/session.js'
import { isFromOtherPage, readSessionCookie, setSessionCookie } from './cookies.js'

export const signInWithKey: Handler<'signInWithKey'> = async ({ caller, endTurn, req, res }, { database }) => {
  const { user, credentialId: id } = caller
  endTurn()
  const end = await acquireWhileConnected(res, admission.signIn, user.id)
  try {
    const expiresAt = await findKeyExpiry(database, id)
    return { status: 201, body: await beginSession(database, { user, key: { id, expiresAt } }, { req, res }) }
  } finally {
    end()
  }
}

const USER_AGENT_LENGTH = 255

/**
 * Creates a session of a user, sets its cookie, and ends the browser's earlier session; a page of another origin gets the session alone, so
 * that it signs no browser in as somebody else. A key limits what its session may do.
 */
export async function beginSession(
  database: PrismaDatabase,
  { user, key }: { user: User; key?: { id: string; expiresAt: Date | null } },
  { req, res }: { req: Request; res: Response },
): Promise<Login> {
  const { id, token, secretHash } = makeSessionToken()
  const life = Date.now() + SESSION_LIFE
  const expiresAt = new Date(Math.min(life, key?.expiresAt?.getTime() ?? life))
  const userAgent = (req.get('user-agent') ?? '').slice(0, USER_AGENT_LENGTH)
  await createSession(database, { id, userId: user.id, secretHash, userAgent, expiresAt, apiKeyId: key?.id ?? null })
  if (!isFromOtherPage(req)) {
    const earlier = readSessionToken(readSessionCookie(req) ?? '')
    if (earlier) await endSession(database, earlier)
    setSessionCookie(res, token, expiresAt)
  }
  audit(req, { act: 'signed in', userId: user.id, sessionId: id, keyId: key?.id ?? null })
  return toLogin(user, token)
}

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
