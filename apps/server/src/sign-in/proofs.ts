import { createHash, createHmac, randomBytes } from 'node:crypto'

const STATE = /^[A-Za-z0-9_-]{43}$/

/** 256 random bits as text. */
export function makeSecret(): string {
  return randomBytes(32).toString('base64url')
}

export function isSecret(text: string): boolean {
  return STATE.test(text)
}

export function makeSalt(): Uint8Array<ArrayBuffer> {
  return new Uint8Array(randomBytes(32))
}

/** What the library keeps of a secret. */
export function hashOf(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash('sha256').update(text).digest())
}

/**
 * The PKCE verifier and the nonce of a sign-in. They come of its state, which only the browser holds, and of its salt, which
 * only the database holds: neither a copy of the database nor the address in a browser's history is enough to redeem a code.
 */
export function proofsOf(state: string, salt: Uint8Array): { codeVerifier: string; nonce: string } {
  const derive = (label: string) => createHmac('sha256', salt).update(`${label} ${state}`).digest('base64url')
  return { codeVerifier: derive('pkce'), nonce: derive('nonce') }
}
