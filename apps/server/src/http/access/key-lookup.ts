import type { Database } from '../../database/connect.js'
import { shareLookups } from '../../database/share-lookups.js'
import { type ApiKeyRow, findApiKeys } from '../../users/api-key.js'

/** Finds the current key of an id; null when there is none. */
export type KeyLookup = (id: string) => Promise<ApiKeyRow | null>

export function createKeyLookup(database: Database): KeyLookup {
  return shareLookups((ids) => findApiKeys(database, ids))
}
