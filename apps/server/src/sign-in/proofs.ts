import { createHash, createHmac, randomBytes, randomFillSync, timingSafeEqual } from 'node:crypto'

const STATE = /^[A-Za-z0-9_-]{43}$/

const SECOND = 1_000
const LIFE_MS = 600 * SECOND

/** A state has 32 bytes, as a secret. */
const PLAIN_BYTES = 16
const SEAL_BYTES = 16

/** Returns 256 random bits as text. */
export function makeSecret(): string {
  return randomBytes(32).toString('base64url')
}

export function isSecret(text: string): boolean {
  return STATE.test(text)
}

/** Returns 256 random bits. */
export function makeSeed(): Uint8Array<ArrayBuffer> {
  return new Uint8Array(randomBytes(32))
}

/** Returns the hash of a secret, which is what the library stores. */
export function hashOf(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash('sha256').update(text).digest())
}

/** Where a sign-in began. `browser` is the secret in the cookie of the browser; null when a program began it. */
export interface Beginning {
  redirectUri: string
  browser: string | null
}

/**
 * Makes the state of a sign-in that begins: its time and random bits, and a seal over them and the beginning. Nothing is stored,
 * so nobody can make the service forget the sign-ins of others.
 */
export function sealState(secret: Uint8Array, beginning: Beginning): string {
  const plain = randomFillSync(Buffer.alloc(PLAIN_BYTES))
  plain.writeUInt32BE(Math.floor(Date.now() / SECOND))
  return Buffer.concat([plain, sealOf(secret, plain, beginning)]).toString('base64url')
}

/** Whether the state is that of a sign-in that began there within 10 minutes. */
export function isBegun(secret: Uint8Array, state: string, beginning: Beginning): boolean {
  const bytes = Buffer.from(state, 'base64url')
  const plain = bytes.subarray(0, PLAIN_BYTES)
  const isOurs = timingSafeEqual(bytes.subarray(PLAIN_BYTES), sealOf(secret, plain, beginning))
  return isOurs && Date.now() - plain.readUInt32BE() * SECOND < LIFE_MS
}

function sealOf(secret: Uint8Array, plain: Uint8Array, { redirectUri, browser }: Beginning): Buffer {
  const seal = createHmac('sha256', secret)
    .update('seal')
    .update(plain)
    .update(JSON.stringify([redirectUri, browser]))
  return seal.digest().subarray(0, SEAL_BYTES)
}

/**
 * Derives the PKCE verifier and the nonce of a sign-in from its state, which only the browser has, and the secret, which only the
 * database has. An address in a browser's history is not enough to redeem a code.
 */
export function proofsOf(secret: Uint8Array, state: string): { codeVerifier: string; nonce: string } {
  const derive = (label: string) => createHmac('sha256', secret).update(`${label} ${state}`).digest('base64url')
  return { codeVerifier: derive('pkce'), nonce: derive('nonce') }
}
