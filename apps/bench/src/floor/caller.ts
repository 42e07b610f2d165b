import type { IncomingMessage } from 'node:http'
import { readApiKey } from '@media-library/server/api-key'

/** The first part of every statement, which finds the caller by the id ($1) and hash ($2) of a key with all scopes. */
export const caller = `caller AS (
  SELECT "user".* FROM api_key JOIN "user" ON "user".id = api_key.user_id
  WHERE api_key.id = $1 AND api_key.secret_hash = $2 AND 'all' = ANY (api_key.scopes)
    AND (api_key.expires_at IS NULL OR api_key.expires_at > now()) AND "user".deleted_at IS NULL
)`

/** Returns the id and hash of a request's key; null without a key. */
export function readKey(request: IncomingMessage): [id: string, secretHash: Buffer] | null {
  const key = readApiKey(String(request.headers['x-api-key']))
  return key && [key.id, Buffer.from(key.secretHash)]
}
