import { hash as digest, randomBytes, timingSafeEqual } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { v7 as uuidv7 } from 'uuid'

const SECRET_BYTES = 32
const CREDENTIAL = /^(([a-z]{3})_([0-9a-f]{32})_([A-Za-z0-9_-]{43}))([0-9a-f]{8})$/

/** The prefixes of an API key and of a session token. */
export type CredentialPrefix = 'mlk' | 'mls'

/** The id in a credential's text, and the SHA-256 of its secret. */
export interface CredentialClaim {
  id: string
  secretHash: Uint8Array<ArrayBuffer>
}

/** Makes a credential of 256 random bits, `<prefix>_<id>_<secret><checksum>`, with the part that the library stores. */
export function makeCredential(prefix: CredentialPrefix): CredentialClaim & { text: string } {
  const id = uuidv7()
  const secret = randomBytes(SECRET_BYTES)
  const text = `${prefix}_${id.replaceAll('-', '')}_${secret.toString('base64url')}`
  return { id, text: text + checksum(text), secretHash: hash(secret) }
}

/** Parses a credential; null when its form or checksum is wrong. Needs no database. */
export function readCredential(prefix: CredentialPrefix, credential: string): CredentialClaim | null {
  const [, text, start, id, encoded, sum] = CREDENTIAL.exec(credential) ?? []
  if (!text || start !== prefix || !id || !encoded || checksum(text) !== sum) return null
  const secret = Buffer.from(encoded, 'base64url')
  // The last character has two unused bits; only one spelling of a secret is accepted.
  if (secret.toString('base64url') !== encoded) return null
  return { id: toUuid(id), secretHash: hash(secret) }
}

/** Compares two hashes of secrets in constant time. */
export function sameSecret(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b)
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
