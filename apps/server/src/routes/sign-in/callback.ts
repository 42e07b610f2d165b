import { requireAccount, requireBegun, requireSignIn } from '../../policies/sign-in.js'
import { claimUser } from '../../repositories/user/identity.js'
import { takeSignIn } from '../../repositories/user/sign-in.js'
import { browserOf } from '../../sign-in/cookies.js'
import { hashOf, proofsOf } from '../../sign-in/proofs.js'
import { providerDown } from '../../sign-in/provider-fault.js'
import { readRedirect } from '../../sign-in/redirect.js'
import type { Handler } from '../handler.js'
import { beginSession } from './begin-session.js'

export const callback: Handler<'callback'> =
  ({ database, ...context }) =>
  async ({ body, req, res }) => {
    const provider = requireSignIn(context.provider)
    const { url, redirectUri, state } = readRedirect(body.url)
    // A sign-in is used up only when the provider can be reached.
    if (!(await provider.isReachable())) throw providerDown()
    const browser = browserOf(req)
    const browserHash = browser === null ? null : hashOf(browser)
    const { salt } = requireBegun(await takeSignIn(database, hashOf(state)), { redirectUri, browserHash })
    const person = await provider.redeem(url, { state, ...proofsOf(state, salt) })
    const found = await claimUser(database, person, { register: provider.settings.autoRegister })
    const user = requireAccount(found, person)
    return { status: 201, body: await beginSession(database, { user }, { req, res }) }
  }
