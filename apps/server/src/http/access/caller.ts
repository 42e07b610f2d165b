import { isIP } from 'node:net'
import type { Request, RequestHandler } from 'express'
import { ipKeyGenerator } from 'express-rate-limit'
import type { Caller } from '../../answers/handler.js'
import type { PrismaDatabase } from '../../database/connect.js'
import { shareLookups } from '../../database/share-lookups.js'
import { ProblemError } from '../../errors.js'
import type { Logger } from '../../logger.js'
import { isFromOwnPage, readSessionCookie } from '../../sign-in/cookies.js'
import { type ApiKeyRow, findApiKeys } from '../../users/api-key.js'
import { type CredentialClaim, readApiKey, readSessionToken } from '../../users/credential.js'
import {
  findSessions,
  SESSION_IDLE,
  SESSION_LIFE,
  SESSION_SEEN,
  type SessionRow,
  touchSession,
} from '../../users/session.js'
import { unauthenticated } from '../../users/still-valid.js'

/** The source in which keys and sessions are looked up. */
export interface CredentialSource {
  database: PrismaDatabase
  /** Finds the current key of a claim; null when there is none. */
  findKey: (claim: CredentialClaim) => Promise<ApiKeyRow | null>
  /** Finds the session of a claim; null when there is none. */
  findSession: (claim: CredentialClaim) => Promise<SessionRow | null>
}

/** Creates a source that looks up the keys that are requested together by one query, and so the sessions. */
export function credentialsIn(database: PrismaDatabase): CredentialSource {
  return {
    database,
    findKey: shareLookups((claims) => findApiKeys(database, claims)),
    findSession: shareLookups((claims) => findSessions(database, claims)),
  }
}

/** The key or session that a request names. */
export interface NamedCredential extends CredentialClaim {
  isKey: boolean
}

/** Returns the key or session of the request, which is read once; null when it has none, or when its form is invalid. */
export function readNamedClaim(request: Request): NamedCredential | null {
  if (request.claim === undefined)
    request.claim = readClaim(readCredential(request) ?? readSessionCookie(request) ?? '')
  return request.claim
}

function readClaim(credential: string): NamedCredential | null {
  const key = readApiKey(credential)
  const claim = key ?? readSessionToken(credential)
  return claim && { ...claim, isKey: key !== null }
}

/**
 * Identifies the caller by the key or session token in `x-api-key`, `x-immich-user-token` or the bearer token, or else by the session
 * cookie. Throws `unauthenticated`, or `cross_origin` for a cookie in a request from another site.
 */
export async function authenticate(source: CredentialSource, request: Request): Promise<Caller> {
  const credential = readCredential(request)
  const cookie = credential === undefined ? readSessionCookie(request) : undefined
  if (credential === undefined && cookie === undefined)
    throw unauthenticated('The request carries neither a key nor a session.')
  const claim = readNamedClaim(request)
  const caller = claim && (await (claim.isKey ? callerByKey : callerBySession)(source, claim))
  if (!caller) throw unauthenticated()
  if (cookie !== undefined) requireSameOrigin(request)
  return caller
}

function readCredential(request: Request): string | undefined {
  const bearer = /^Bearer +(\S+) *$/i.exec(request.get('authorization') ?? '')?.[1]
  return request.get('x-api-key') ?? request.get('x-immich-user-token') ?? bearer
}

async function callerByKey({ findKey }: CredentialSource, claim: CredentialClaim): Promise<Caller | null> {
  const key = await findKey(claim)
  if (!key || key.user.deletedAt) return null
  if (key.expiresAt && until(key.expiresAt) <= 0) return null
  return { user: key.user, scopes: key.scopes, credentialId: claim.id, sessionId: null, link: null }
}

/** Returns the milliseconds from now until the time; negative for a past time. */
function until(time: Date) {
  return time.getTime() - Date.now()
}

async function callerBySession(
  { database, findSession }: CredentialSource,
  claim: CredentialClaim,
): Promise<Caller | null> {
  const session = await findSession(claim)
  if (!session || !isActive(session)) return null
  if (until(session.seenAt) < -SESSION_SEEN) await touchSession(database, claim.id)
  return { user: session.user, scopes: session.scopes, credentialId: claim.id, sessionId: claim.id, link: null }
}

/** A session that began while the clock was far ahead would outlast its life by as much. */
function isActive({ expiresAt, seenAt, user }: SessionRow) {
  const left = until(expiresAt)
  return user.deletedAt === null && left > 0 && left < 2 * SESSION_LIFE && until(seenAt) > -SESSION_IDLE
}

const READING = new Set(['GET', 'HEAD'])

/**
 * Browsers also send cookies with requests that other sites cause. Throws `cross_origin` when a request that may change
 * something does not come from a page of our own origin.
 */
function requireSameOrigin(request: Request): void {
  if (READING.has(request.method) || isFromOwnPage(request)) return
  throw new ProblemError('cross_origin', 'A session cookie is accepted only from pages of the same origin.')
}

/** The length of the prefix of IPv6 addresses that belong to one caller. */
const IPV6_NETWORK = 56

/** Returns the client's address, as the nearest trusted proxy reports it, or else that of the connection. */
export function toAddress(request: Request): string {
  const { remoteAddress = '' } = request.socket
  if (request.headers['x-forwarded-for'] === undefined) return remoteAddress
  return isIP(request.ip ?? '') ? (request.ip as string) : remoteAddress
}

/** Returns the network from which a request comes. */
export function toNetwork(request: Request): string {
  const address = toAddress(request)
  return address.includes(':') ? ipKeyGenerator(address, IPV6_NETWORK) : address
}

/**
 * Returns the key by which requests share the service: the user, the network when the user is unknown, or both for visitors of a user's
 * links, so that none of them keeps others from these, and many links give nobody more than one.
 */
export function toCallerKey(request: Request): string {
  const { caller } = request
  if (!caller) return toNetwork(request)
  return caller.link === null ? caller.user.id : `${caller.link.userId} ${toNetwork(request)}`
}

/** Warns once when a proxy that is not trusted reports addresses: all of its clients then have one address, and share its limits. */
export function noticeProxies(logger: Logger): RequestHandler {
  let isNoticed = false
  return (request, _response, next) => {
    const { remoteAddress = '' } = request.socket
    if (!isNoticed && request.headers['x-forwarded-for'] && !request.app.get('trust proxy fn')(remoteAddress, 0)) {
      isNoticed = true
      logger.warn(
        { peer: remoteAddress },
        'X-Forwarded-For comes from an address that TRUSTED_PROXIES does not name: if it is your proxy, name it, or all of its clients share the limits of one',
      )
    }
    next()
  }
}
