import { type ApiKey, KeyScope } from '@media-library/contract'
import type { OwnKeyRow } from './api-key.js'

/** A key as its user may see it. A scope that this version does not have gives nothing, and is left out. */
export function toApiKey({ id, name, createdAt, updatedAt, scopes, expiresAt }: OwnKeyRow): ApiKey {
  return {
    id,
    name,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    scopes: KeyScope.options.filter((scope) => scopes.includes(scope)),
    expiresAt: expiresAt?.toISOString() ?? null,
  }
}
