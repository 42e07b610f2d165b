import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { v7 as uuidv7 } from 'uuid'

const SECRET_BYTES = 32
const KEY = /^(mlk_([0-9a-f]{32})_([A-Za-z0-9_-]{43}))([0-9a-f]{8})$/

/** What a key's text says of itself: its id, and the SHA-256 of its secret. */
export interface ApiKeyClaim {
  id: string
  secretHash: Uint8Array<ArrayBuffer>
}

const hash = (secret: Uint8Array) => new Uint8Array(createHash('sha256').update(secret).digest())

const checksum = (text: string) => crc32(text).toString(16).padStart(8, '0')

const toUuid = (hex: string) => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

/** A new key of 256 random bits, as `mlk_<id>_<secret><checksum>`, with what the library keeps of it. */
export const makeApiKey = (): ApiKeyClaim & { key: string } => {
  const id = uuidv7()
  const secret = randomBytes(SECRET_BYTES)
  const text = `mlk_${id.replaceAll('-', '')}_${secret.toString('base64url')}`
  return { id, key: text + checksum(text), secretHash: hash(secret) }
}

/** Reads the text of a key; null when it is not exactly one, which the checksum tells without a look into the database. */
export const readApiKey = (key: string): ApiKeyClaim | null => {
  const [, text, id, encoded, sum] = KEY.exec(key) ?? []
  if (!text || !id || !encoded || checksum(text) !== sum) return null
  const secret = Buffer.from(encoded, 'base64url')
  // The last character has two bits to spare: only one spelling of a secret is a key.
  if (secret.toString('base64url') !== encoded) return null
  return { id: toUuid(id), secretHash: hash(secret) }
}

/** Whether two hashes of secrets are equal, in a time that does not tell where they differ. */
export const sameSecret = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && timingSafeEqual(a, b)
