import type { AlbumOptions, KeyedOptions } from './options.js'

/** The header that makes a call one with its repetitions. */
export function keyOf({ idempotencyKey = newKey() }: KeyedOptions = {}): Record<string, string> {
  return { 'idempotency-key': idempotencyKey }
}

/** Unique is enough: the service keeps keys apart by user. Web Crypto is missing on plain HTTP and in React Native. */
function newKey() {
  return globalThis.crypto?.randomUUID?.() ?? `${Date.now()}-${Math.random()}-${Math.random()}`
}

/** The header that leaves the assets of an album out of the answer. */
export function preferOf({ minimal }: AlbumOptions = {}): Record<string, string> {
  return minimal ? { prefer: 'return=minimal' } : {}
}
