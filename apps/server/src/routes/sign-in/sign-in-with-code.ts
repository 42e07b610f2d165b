import { requireCode } from '../../policies/sign-in.js'
import { takeSignInCode } from '../../repositories/user/sign-in-code.js'
import { findActiveUser } from '../../repositories/user/user.js'
import { hashOf } from '../../sign-in/proofs.js'
import type { Handler } from '../handler.js'
import { beginSession } from './begin-session.js'

export const signInWithCode: Handler<'signInWithCode'> =
  ({ database }) =>
  async ({ body: { code }, req, res }) => {
    const userId = await takeSignInCode(database, hashOf(code))
    const user = requireCode(userId === null ? null : await findActiveUser(database, userId))
    return { status: 201, body: await beginSession(database, { user }, { req, res }) }
  }
