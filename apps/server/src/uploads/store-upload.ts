import { rmdir } from 'node:fs/promises'
import type { UploadResult } from '@media-library/contract'
import type { Database } from '../database/ask.js'
import { findFailure } from '../database/failure.js'
import { ProblemError } from '../errors.js'
import type { Staging } from './incoming/staging.js'
import type { StoredUpload } from './record-alone.js'
import { type PlacedUpload, recordTogether } from './record-together.js'

/** Converts an upload to the form of the answer. A visitor of a link learns whether the link showed it, and not what else there is. */
export function toUploadResult({ isRestored, isShown, ...result }: StoredUpload): UploadResult {
  if (isShown !== undefined) return { id: result.id, duplicate: isShown }
  return { ...result, ...(isRestored && { isRestored }) }
}

/**
 * Moves the files of an upload to their place, and records them. Whatever happens, either the whole asset exists afterwards, or only
 * files that the next start removes. Throws `quota_exceeded` and `unauthenticated`.
 */
export async function storeUpload(
  database: Database,
  staging: Staging,
  upload: Omit<PlacedUpload, 'staging'>,
): Promise<StoredUpload> {
  await staging.publish()
  try {
    const stored = await recordTogether(database, { staging, ...upload })
    if (stored.duplicate) await staging.withdraw()
    return stored
  } catch (error) {
    // Nobody knows whether the database has recorded it.
    if (findFailure(error) === 'lost connection') staging.leave()
    else await staging.withdraw()
    // The user may be gone.
    if (error instanceof ProblemError && error.code === 'unauthenticated')
      await rmdir(staging.userFolder).catch(() => {})
    throw error
  }
}
