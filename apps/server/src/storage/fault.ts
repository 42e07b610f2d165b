import { StorageError, toReason } from '../errors.js'
import type { PlacedFile } from './file-store.js'

const KEYS = 'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY'
const SILENT = 'it does not answer; check that the store is running, and S3_ENDPOINT'

const meanings: Record<string, string> = {
  ECONNREFUSED: 'it refuses connections; check that the store is running, and S3_ENDPOINT',
  ECONNRESET: 'it closed the connection; check the store',
  ENOTFOUND: 'its host name does not exist; check S3_ENDPOINT',
  EAI_AGAIN: 'its host name cannot be resolved at the moment',
  ETIMEDOUT: SILENT,
  TimeoutError: SILENT,
  NoSuchBucket: 'there is no such bucket; create it, or correct DERIVED_STORAGE or ORIGINALS_STORAGE',
  AccessDenied: 'the credentials have no permission to read, write and delete there',
  InvalidAccessKeyId: `the store does not know the credentials; check ${KEYS}`,
  SignatureDoesNotMatch: `the credentials are wrong; check ${KEYS}`,
  CredentialsProviderError: `there are no credentials; set ${KEYS}, or give this machine a role`,
  ENOSPC: 'the disk is full; free some space',
  EDQUOT: 'the quota is used up; free some space',
  SlowDown: 'it has too much to do at the moment',
  EROFS: 'it is mounted read-only',
  EACCES: 'permission denied; let this account write there',
  EPERM: 'permission denied; let this account write there',
  EISDIR: 'there is a folder in its place; move it away',
  ENOTDIR: 'a part of its path is a file',
}

/** Creates a StorageError that names the place, and explains for people why it cannot be used. */
export function toStorageError(
  place: string,
  error: unknown,
  done: 'written' | 'read' | 'created' = 'written',
): StorageError {
  const root = findRoot(error instanceof Error ? error : new Error(String(error)))
  const code = (root as NodeJS.ErrnoException).code ?? ''
  const meaning = /region is missing/i.test(root.message) ? 'its region is unknown; set AWS_REGION' : null
  const known =
    meaning ?? meanings[code] ?? meanings[root.name] ?? (isFull(root) ? 'it is full; free some space' : null)
  const reason = known ?? (toReason(root) || code || root.name)
  return new StorageError(`${place} cannot be ${done}: ${reason}`, { cause: error, isFull: isFull(root) })
}

/** Creates the error of an object that is not there, with the code of the file system. */
export function missingObject(): Error {
  return Object.assign(new Error('the file is missing in its bucket; put it back'), { code: 'ENOENT' })
}

/** Reads as a file of a place does. A failure throws a StorageError, but the error of a missing object stays as it is. */
export function readingFrom(place: string, { chunks }: Pick<PlacedFile, 'chunks'>): PlacedFile['chunks'] {
  return async function* (range) {
    try {
      yield* chunks(range)
    } catch (error) {
      throw (error as NodeJS.ErrnoException).code === 'ENOENT' ? error : toStorageError(place, error, 'read')
    }
  }
}

/** The status of HTTP for a store without space. */
const INSUFFICIENT_STORAGE = 507

/** The other codes for it. */
const full = new Set(['ENOSPC', 'EDQUOT', 'QuotaExceeded', 'XMinioStorageFull'])

function isFull({ code, name, $metadata }: Error & { code?: string; $metadata?: { httpStatusCode?: number } }) {
  return full.has(code ?? name) || $metadata?.httpStatusCode === INSUFFICIENT_STORAGE
}

/** Finds the innermost cause. */
function findRoot(error: Error): Error {
  return error.cause instanceof Error ? findRoot(error.cause) : error
}

/**
 * The codes of a disk that is missing, broken or read-only, for which Node finds no folder, or of a folder without permission.
 */
const UNWRITABLE = ['ENOENT', 'ESTALE', 'EIO', 'EROFS', 'EACCES', 'EPERM']

/** Returns whether an error means that a folder cannot be written. */
export function isUnwritable(error: unknown): boolean {
  return UNWRITABLE.includes((error as NodeJS.ErrnoException).code ?? '')
}
