import type { AlbumOptions, KeyedOptions } from './options.js'

/** Returns the header that gives a call and its repetitions a common key. */
export function toKeyHeader({ idempotencyKey = newKey() }: KeyedOptions = {}): Record<string, string> {
  return { 'idempotency-key': idempotencyKey }
}

/**
 * Returns a new key. It only has to be unique, because the service separates the keys of users. Web Crypto is missing
 * on plain HTTP and in React Native.
 */
function newKey() {
  return globalThis.crypto?.randomUUID?.() ?? `${Date.now()}-${Math.random()}-${Math.random()}`
}

/** Returns the header that leaves the assets of an album out of the answer. */
export function toPreferHeader({ minimal }: AlbumOptions = {}): Record<string, string> {
  return minimal ? { prefer: 'return=minimal' } : {}
}

/** Returns the header with the password of a link. An address with it could be logged. */
export function toPasswordHeader(password: string | undefined): Record<string, string> {
  return password === undefined ? {} : { 'x-immich-share-password': encodeURIComponent(password) }
}
