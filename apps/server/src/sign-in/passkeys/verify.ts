import type { CreatePasskey, PasskeySignIn } from '@media-library/contract'
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
import { decodeAttestationObject, isoBase64URL } from '@simplewebauthn/server/helpers'
import type { RelyingPage } from './page-origin.js'

/** The signatures that are accepted, by their numbers in COSE: EdDSA, ES256 and RS256. */
export const ALGORITHMS = [-8, -7, -257]

/** What is expected of the answer of a browser. */
interface Expected {
  challenge: string
  page: RelyingPage
}

/** The parts of a passkey that the library stores. */
export interface VerifiedPasskey {
  credentialId: Uint8Array<ArrayBuffer>
  publicKey: Uint8Array<ArrayBuffer>
  counter: number
}

/** Verifies a passkey that a browser made. Throws an error with the reason for the log when it is not valid. */
export async function verifyNewPasskey(
  { response: answer, ...credential }: CreatePasskey['credential'],
  { challenge, page }: Expected,
): Promise<VerifiedPasskey> {
  requirePlainAttestation(answer.attestationObject)
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: { ...credential, response: answer, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: page.origin,
    expectedRPID: page.rpId,
    supportedAlgorithmIDs: ALGORITHMS,
  })
  if (!verified) throw new Error('The attestation is not valid.')
  const { id, publicKey, counter } = registrationInfo.credential
  // A browser names the credential twice, and only one of them is in what the device made.
  if (id !== credential.id) throw new Error('The ids of the credential differ.')
  return { credentialId: isoBase64URL.toBuffer(id), publicKey: Uint8Array.from(publicKey), counter }
}

/** Verifies that a passkey signed a challenge for its user. Returns its new counter. Throws as `verifyNewPasskey` does. */
export async function verifySignIn(
  { response: answer, ...credential }: PasskeySignIn['credential'],
  passkey: { userId: string; publicKey: Uint8Array<ArrayBuffer>; counter: number },
  { challenge, page }: Expected,
): Promise<number> {
  if (answer.userHandle !== toUserHandle(passkey.userId)) throw new Error('The passkey is of another user.')
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...credential, response: answer, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: page.origin,
    expectedRPID: page.rpId,
    credential: { id: credential.id, publicKey: passkey.publicKey, counter: passkey.counter },
  })
  if (!verified) throw new Error('The signature is not valid.')
  return authenticationInfo.newCounter
}

/** Returns the id of a user as passkeys have it. */
export function toUserHandle(userId: string): string {
  return Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url')
}

/**
 * Throws for an attestation with certificates, which nobody asked for: to check whether they are revoked, addresses in them would be
 * fetched. Browsers leave no more of an attestation than a signature of the passkey itself.
 */
function requirePlainAttestation(attestationObject: string): void {
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject))
  const format = attestation.get('fmt')
  const isOfItself = format === 'packed' && attestation.get('attStmt').get('x5c') === undefined
  if (format !== 'none' && !isOfItself) throw new Error(`The attestation ${JSON.stringify(format)} was not asked for.`)
}
