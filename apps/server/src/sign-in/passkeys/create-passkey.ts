import { audit } from '../../answers/audit.js'
import type { Handler } from '../../answers/handler.js'
import { requireUnderLimit } from '../../answers/refusals.js'
import { claimState, findSignInSecret, toHash } from '../sign-in-state.js'
import { passkeyRefused, requireFullSession } from './access.js'
import { type Ceremony, CHALLENGE_MS, isOwnChallenge, makeChallenge, readChallenge } from './challenge.js'
import { toPasskey } from './own-passkeys.js'
import { requirePage } from './page-origin.js'
import { addPasskey, listPasskeys, MOST_PASSKEYS } from './passkey.js'

export const createPasskeyOptions: Handler<'createPasskeyOptions'> = async ({ caller, req }, { database }) => {
  const { user } = caller
  const sessionId = requireFullSession(caller)
  const { origin, rpId } = requirePage(req)
  const ceremony: Ceremony = ['add a passkey', origin, sessionId]
  const held = await listPasskeys(database, user.id)
  requireUnderLimit(held.length < MOST_PASSKEYS || null, 'passkeys', MOST_PASSKEYS)
  const { ALGORITHMS, toUserHandle } = await import('./verify.js')
  return {
    status: 201,
    body: {
      challenge: makeChallenge(await findSignInSecret(database), ceremony),
      rp: { id: rpId, name: 'Photos' },
      user: { id: toUserHandle(user.id), name: user.email, displayName: user.name },
      pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' })),
      timeout: CHALLENGE_MS,
      excludeCredentials: held.map(({ credentialId }) => {
        return { id: Buffer.from(credentialId).toString('base64url'), type: 'public-key' }
      }),
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
      attestation: 'none',
    },
  }
}

export const createPasskey: Handler<'createPasskey'> = async (
  { body: { name = 'Passkey', credential }, caller, req },
  { database, logger },
) => {
  const sessionId = requireFullSession(caller)
  const page = requirePage(req)
  const ceremony: Ceremony = ['add a passkey', page.origin, sessionId]
  const userId = caller.user.id
  const challenge = readChallenge(credential.response.clientDataJSON)
  if (!isOwnChallenge(await findSignInSecret(database), challenge, ceremony)) throw passkeyRefused()
  const { verifyNewPasskey } = await import('./verify.js')
  const verified = await verifyNewPasskey(credential, { challenge, page }).catch((error: Error) => {
    logger.info({ reason: error.message, userId }, 'a passkey was not added')
    throw passkeyRefused()
  })
  if (!(await claimState(database, toHash(challenge)))) throw passkeyRefused()
  const passkey = { ...verified, userId, origin: page.origin, name }
  const stored = await addPasskey(database, passkey)
  if (stored === null) throw passkeyRefused()
  audit(req, { act: 'added a passkey', userId, passkeyId: stored.id })
  return { status: 201, body: toPasskey(stored) }
}
