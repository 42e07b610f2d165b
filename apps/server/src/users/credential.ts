import { hash as digest, randomBytes, timingSafeEqual } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { Permission } from '@media-library/contract'
import { v7 as uuidv7 } from 'uuid'

/** The id in a credential's text, and the SHA-256 of its secret. */
export interface CredentialClaim {
  id: string
  secretHash: Uint8Array<ArrayBuffer>
}

/** Creates an API key, `mlk_<id>_<secret><checksum>`, with the part that the library stores. */
export function makeApiKey(): CredentialClaim & { key: string } {
  const { text: key, ...claim } = makeCredential('mlk')
  return { ...claim, key }
}

/** Creates a session token, `mls_<id>_<secret><checksum>`, with the part that the library stores. */
export function makeSessionToken(): CredentialClaim & { token: string } {
  const { text: token, ...claim } = makeCredential('mls')
  return { ...claim, token }
}

/** Parses an API key; null when its form or checksum is wrong. Needs no database. */
export function readApiKey(key: string): CredentialClaim | null {
  return readCredential('mlk', key)
}

/** Parses a session token as `readApiKey` does a key. */
export function readSessionToken(token: string): CredentialClaim | null {
  return readCredential('mls', token)
}

/** Compares two hashes of secrets in constant time. */
export function sameSecret(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b)
}

/** Returns whether the scopes of a key or session include a permission. */
export function hasScope(scopes: string[], permission: Permission): boolean {
  return scopes.includes('all') || scopes.includes(permission)
}

type Prefix = 'mlk' | 'mls'

const SECRET_BYTES = 32
const CREDENTIAL = /^(([a-z]{3})_([0-9a-f]{32})_([A-Za-z0-9_-]{43}))([0-9a-f]{8})$/

function makeCredential(prefix: Prefix): CredentialClaim & { text: string } {
  const id = uuidv7()
  const secret = randomBytes(SECRET_BYTES)
  const text = `${prefix}_${id.replaceAll('-', '')}_${secret.toString('base64url')}`
  return { id, text: text + checksum(text), secretHash: hash(secret) }
}

function readCredential(prefix: Prefix, credential: string): CredentialClaim | null {
  const [, text, start, id, encoded, sum] = CREDENTIAL.exec(credential) ?? []
  if (!text || start !== prefix || !id || !encoded || checksum(text) !== sum) return null
  const secret = Buffer.from(encoded, 'base64url')
  // The last character has two unused bits; only one spelling of a secret is accepted.
  if (secret.toString('base64url') !== encoded) return null
  return { id: toUuid(id), secretHash: hash(secret) }
}

function checksum(text: string) {
  return crc32(text).toString(16).padStart(8, '0')
}

function hash(secret: Uint8Array) {
  return new Uint8Array(digest('sha256', secret, 'buffer'))
}

function toUuid(hex: string) {
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
