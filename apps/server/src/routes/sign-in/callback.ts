import { requireAccount, requireSignIn } from '../../policies/sign-in.js'
import { claimUser } from '../../repositories/user/identity.js'
import { findSignInSecret, finishSignIn } from '../../repositories/user/sign-in.js'
import { browserOf } from '../../sign-in/cookies.js'
import { hashOf, isBegun, makeSeed, proofsOf } from '../../sign-in/proofs.js'
import { providerDown, signInFailed } from '../../sign-in/provider-fault.js'
import { readRedirect } from '../../sign-in/redirect.js'
import type { Handler } from '../handler.js'
import { beginSession } from './begin-session.js'

export const callback: Handler<'callback'> =
  ({ database, ...context }) =>
  async ({ body, req, res }) => {
    const provider = requireSignIn(context.provider)
    const { url, redirectUri, state } = readRedirect(body.url)
    if (!(await provider.isReachable())) throw providerDown()
    const secret = await findSignInSecret(database, makeSeed)
    if (!isBegun(secret, state, { redirectUri, browser: browserOf(req) })) {
      throw signInFailed('This sign-in began in another browser, for another redirectUri, or more than 10 minutes ago.')
    }
    if (!(await finishSignIn(database, hashOf(state)))) throw signInFailed('This sign-in was finished before.')
    const person = await provider.redeem(url, { state, ...proofsOf(secret, state) })
    const found = await claimUser(database, person, { register: provider.settings.autoRegister })
    const user = requireAccount(found, person)
    return { status: 201, body: await beginSession(database, { user }, { req, res }) }
  }
