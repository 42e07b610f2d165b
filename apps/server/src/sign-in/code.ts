import { hashOf, makeSecret } from './proofs.js'

/** Makes a code that signs a user in, with the part that the library stores. */
export function makeSignInCode(): { code: string; codeHash: Uint8Array<ArrayBuffer> } {
  const code = makeSecret()
  return { code, codeHash: hashOf(code) }
}

/**
 * Returns the address that signs a user in. The code is in the fragment, which browsers send to no server, so that no log and
 * no referrer has it; the page takes it out of the history.
 */
export function signInLink(url: string, code: string): string {
  return `${url}/auth/link#${code}`
}
