import { createHash, createHmac, randomBytes } from 'node:crypto'

const STATE = /^[A-Za-z0-9_-]{43}$/

/** Returns 256 random bits as text. */
export function makeSecret(): string {
  return randomBytes(32).toString('base64url')
}

export function isSecret(text: string): boolean {
  return STATE.test(text)
}

export function makeSalt(): Uint8Array<ArrayBuffer> {
  return new Uint8Array(randomBytes(32))
}

/** Returns the hash of a secret, which is what the library stores. */
export function hashOf(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash('sha256').update(text).digest())
}

/**
 * Derives the PKCE verifier and the nonce of a sign-in from its state, which only the browser has, and its salt, which only the
 * database has. Neither a copy of the database nor an address in a browser's history is enough to redeem a code.
 */
export function proofsOf(state: string, salt: Uint8Array): { codeVerifier: string; nonce: string } {
  const derive = (label: string) => createHmac('sha256', salt).update(`${label} ${state}`).digest('base64url')
  return { codeVerifier: derive('pkce'), nonce: derive('nonce') }
}
