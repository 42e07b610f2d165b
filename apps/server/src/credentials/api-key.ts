import { type CredentialClaim, makeCredential, readCredential } from './credential.js'

/** A new key, as `mlk_<id>_<secret><checksum>`, with what the library keeps of it. */
export function makeApiKey(): CredentialClaim & { key: string } {
  const { id, text: key, secretHash } = makeCredential('mlk')
  return { id, key, secretHash }
}

/** Reads the text of a key; null when it is not exactly one. */
export function readApiKey(key: string): CredentialClaim | null {
  return readCredential('mlk', key)
}
