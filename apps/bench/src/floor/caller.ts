import type { IncomingMessage } from 'node:http'
import { readApiKey } from '@media-library/server/api-key'

/** The first part of every statement: who calls, by the id ($1) and the hash ($2) of a key that may do all. */
export const caller = `caller AS (
  SELECT "user".* FROM api_key JOIN "user" ON "user".id = api_key.user_id
  WHERE api_key.id = $1 AND api_key.secret_hash = $2 AND 'all' = ANY (api_key.scopes)
    AND (api_key.expires_at IS NULL OR api_key.expires_at > now()) AND "user".deleted_at IS NULL
)`

/** The id and the hash of the key that a request carries; null without one. */
export function keyOf(request: IncomingMessage): [id: string, secretHash: Buffer] | null {
  const key = readApiKey(String(request.headers['x-api-key']))
  return key && [key.id, Buffer.from(key.secretHash)]
}
