import { acquireWhileConnected } from '../../admission/acquire-for.js'
import { admission } from '../../admission/admission.js'
import type { Handler } from '../../answers/handler.js'
import { beginSession } from '../begin-session.js'
import { markBrowser, readBrowser } from '../cookies.js'
import { beginAttempt } from '../passwords/attempts.js'
import { claimState, findSignInSecret, toHash } from '../sign-in-state.js'
import { passkeyRefused } from './access.js'
import { CHALLENGE_MS, isOwnChallenge, makeChallenge, readChallenge } from './challenge.js'
import { requirePage } from './page-origin.js'
import { findPasskey, usePasskey } from './passkey.js'

export const createPasskeySignInOptions: Handler<'createPasskeySignInOptions'> = async ({ req, res }, { database }) => {
  const { origin, rpId } = requirePage(req)
  const secret = await findSignInSecret(database)
  const challenge = makeChallenge(secret, ['sign in', origin, markBrowser(req, res)])
  return { status: 201, body: { challenge, rpId, timeout: CHALLENGE_MS, userVerification: 'required' } }
}

export const signInWithPasskey: Handler<'signInWithPasskey'> = async (
  { body: { credential }, findNetwork, req, res },
  { config, database, logger },
) => {
  const page = requirePage(req)
  const succeed = beginAttempt(config, { network: findNetwork(), account: `passkey ${credential.id}` })
  const challenge = readChallenge(credential.response.clientDataJSON)
  const secret = await findSignInSecret(database)
  if (!isOwnChallenge(secret, challenge, ['sign in', page.origin, readBrowser(req)])) throw passkeyRefused()
  const credentialId = Buffer.from(credential.id, 'base64url')
  const user = await findPasskey(database, { credentialId, origin: page.origin })
  if (user === null) throw passkeyRefused()
  const { passkeyId, publicKey, counter: former } = user
  const { verifySignIn } = await import('./verify.js')
  const passkey = { userId: user.id, publicKey, counter: former }
  const counter = await verifySignIn(credential, passkey, { challenge, page }).catch((error: Error) => {
    logger.info({ reason: error.message, userId: user.id, passkeyId }, 'a passkey signed nobody in')
    throw passkeyRefused()
  })
  if (!(await claimState(database, toHash(challenge)))) throw passkeyRefused()
  if (!(await usePasskey(database, passkeyId, counter))) throw passkeyRefused()
  succeed()
  const end = await acquireWhileConnected(res, admission.signIn, user.id)
  try {
    return { status: 201, body: await beginSession(database, { user }, { req, res }) }
  } finally {
    end()
  }
}
