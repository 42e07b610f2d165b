import { type CredentialClaim, makeCredential, readCredential } from './credential.js'

/** Creates a key, `mlk_<id>_<secret><checksum>`, with the part that the library stores. */
export function makeApiKey(): CredentialClaim & { key: string } {
  const { id, text: key, secretHash } = makeCredential('mlk')
  return { id, key, secretHash }
}

/** Parses a key; null when the text is not a valid key. */
export function readApiKey(key: string): CredentialClaim | null {
  return readCredential('mlk', key)
}
