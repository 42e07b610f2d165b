import type { Handler } from '../answers/handler.js'
import { requireAccount, requireSignIn } from './access.js'
import { beginSession } from './begin-session.js'
import { browserOf } from './cookies.js'
import { findSignInSecret, finishSignIn } from './finished-sign-in.js'
import { claimUser } from './identity.js'
import { hashOf, isBegun, makeSeed, proofsOf } from './proofs.js'
import { providerDown, signInFailed } from './provider-fault.js'
import { readRedirect } from './redirect.js'

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
