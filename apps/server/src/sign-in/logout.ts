import { audit } from '../answers/audit.js'
import type { Handler } from '../answers/handler.js'
import { endSession } from '../users/session.js'
import { clearSessionCookie } from './cookies.js'

/** The path of the login page in front ends of Immich. */
const REDIRECT_URI = '/auth/login?autoLaunch=0'

export const logout: Handler<'logout'> =
  ({ database }) =>
  async ({ caller, req, res }) => {
    await endSession(database, { id: caller.sessionId })
    clearSessionCookie(res)
    audit(req, { act: 'signed out', userId: caller.user.id, sessionId: caller.sessionId })
    // Not "cookies", which would end the sessions of other services on the same domain, too.
    res.set('Clear-Site-Data', '"cache", "storage"')
    return { status: 200, body: { successful: true, redirectUri: REDIRECT_URI } }
  }
