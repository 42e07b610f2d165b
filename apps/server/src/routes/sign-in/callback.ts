import { makeSessionToken, readSessionToken, SESSION_LIFE } from '../../credentials/session-token.js'
import { toLogin } from '../../mappers/login.js'
import { requireAccount, requireBegun, requireSignIn } from '../../policies/sign-in.js'
import { claimUser } from '../../repositories/user/identity.js'
import { createSession, endSession } from '../../repositories/user/session.js'
import { takeSignIn } from '../../repositories/user/sign-in.js'
import { browserOf, sessionCookieOf, setSessionCookie } from '../../sign-in/cookies.js'
import { hashOf, proofsOf } from '../../sign-in/proofs.js'
import { providerDown } from '../../sign-in/provider-fault.js'
import { readRedirect } from '../../sign-in/redirect.js'
import type { Handler } from '../handler.js'

const USER_AGENT_LENGTH = 255

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

    const { id, token, secretHash } = makeSessionToken()
    const expiresAt = new Date(Date.now() + SESSION_LIFE)
    const userAgent = (req.get('user-agent') ?? '').slice(0, USER_AGENT_LENGTH)
    await createSession(database, { id, userId: user.id, secretHash, userAgent, expiresAt })
    const earlier = readSessionToken(sessionCookieOf(req) ?? '')
    if (earlier) await endSession(database, earlier)
    setSessionCookie(res, token, expiresAt)
    res.setHeader('Cache-Control', 'no-store')
    return { status: 201, body: toLogin(user, token) }
  }
