import { StorageError } from '../errors.js'

const KEYS = 'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY'
const SILENT = 'it does not answer; see whether the store runs, and S3_ENDPOINT'

const meanings: Record<string, string> = {
  ECONNREFUSED: 'nobody listens there; see whether the store runs, and S3_ENDPOINT',
  ECONNRESET: 'it broke off; see whether the store is well',
  ENOTFOUND: 'no host has this name; see S3_ENDPOINT',
  EAI_AGAIN: 'the name of its host cannot be looked up now',
  ETIMEDOUT: SILENT,
  TimeoutError: SILENT,
  NoSuchBucket: 'there is no such bucket; make it, or correct DERIVED_STORAGE',
  AccessDenied: 'the credentials are not allowed to read, write and delete there',
  InvalidAccessKeyId: `the credentials are not known there; see ${KEYS}`,
  SignatureDoesNotMatch: `the credentials are wrong; see ${KEYS}`,
  CredentialsProviderError: `there are no credentials; set ${KEYS}, or give this machine a role`,
  ENOSPC: 'the disk is full; make room on it',
  EDQUOT: 'the quota is used up; make room',
  EROFS: 'it is mounted to be read only',
  EACCES: 'permission denied; let this account write there',
  EPERM: 'permission denied; let this account write there',
  ENOTDIR: 'a part of its path is a file',
}

/** A StorageError that names the place, and says why it cannot be used in words for people. */
export function toStorageError(place: string, error: unknown, done: 'written' | 'read' = 'written'): StorageError {
  const root = findRoot(error instanceof Error ? error : new Error(String(error)))
  const code = (root as NodeJS.ErrnoException).code ?? ''
  const meaning = /region is missing/i.test(root.message) ? 'its region is not known; set AWS_REGION' : null
  const reason = meaning ?? meanings[code] ?? meanings[root.name] ?? (root.message || code || root.name)
  return new StorageError(`${place} cannot be ${done}: ${reason}`, { cause: error })
}

/** The library's errors tell what it was about to do, and have the reason as their cause. */
function findRoot(error: Error): Error {
  return error.cause instanceof Error ? findRoot(error.cause) : error
}
