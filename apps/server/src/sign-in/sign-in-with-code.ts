import type { Handler } from '../answers/handler.js'
import { findActiveUser } from '../users/user.js'
import { requireCode } from './access.js'
import { beginSession } from './begin-session.js'
import { hashOf } from './proofs.js'
import { takeSignInCode } from './sign-in-code.js'

export const signInWithCode: Handler<'signInWithCode'> =
  ({ database }) =>
  async ({ body: { code }, req, res }) => {
    const userId = await takeSignInCode(database, hashOf(code))
    const user = requireCode(userId === null ? null : await findActiveUser(database, userId))
    return { status: 201, body: await beginSession(database, { user }, { req, res }) }
  }
