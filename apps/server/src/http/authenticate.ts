import type { Request } from 'express'
import { type ApiKeyClaim, readApiKey, sameSecret } from '../api-key.js'
import type { Database } from '../database.js'
import { ProblemError } from '../errors.js'
import { type ApiKeyRow, findApiKey } from '../repositories/api-key.js'

const unauthenticated = (detail: string) =>
  new ProblemError('unauthenticated', detail, { headers: { 'WWW-Authenticate': 'Bearer realm="media-library"' } })

const credentialOf = (request: Request): string | undefined =>
  request.get('x-api-key') ?? /^Bearer +(\S+) *$/i.exec(request.get('authorization') ?? '')?.[1]

const isActive = ({ expiresAt, user }: ApiKeyRow) =>
  user.deletedAt === null && (expiresAt === null || expiresAt > new Date())

/** The key that the request claims to have; null when it carries none, or what is none. */
export const claimOf = (request: Request): ApiKeyClaim | null => readApiKey(credentialOf(request) ?? '')

/** The key that the request carries in `x-api-key` or as bearer token, with its user. Throws `unauthenticated`. */
export const authenticate = async (database: Database, request: Request): Promise<ApiKeyRow> => {
  if (credentialOf(request) === undefined) throw unauthenticated('The request carries no key.')
  const given = claimOf(request)
  const key = given && (await findApiKey(database, given.id))
  if (!key || !sameSecret(key.secretHash, given.secretHash) || !isActive(key)) {
    throw unauthenticated('The key is unknown, revoked or expired.')
  }
  return key
}
