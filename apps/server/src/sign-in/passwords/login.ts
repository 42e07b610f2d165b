import { acquireWhileConnected } from '../../admission/acquire-for.js'
import { admission } from '../../admission/admission.js'
import type { Handler } from '../../answers/handler.js'
import { EmailAddress } from '../../config/email-address.js'
import { beginSession } from '../begin-session.js'
import { verifyPassword } from '../password-hash.js'
import { beginAttempt } from './attempts.js'
import { findPassword, requirePasswordSignIn, wrongPassword } from './password.js'

/** An unknown address and a wrong password take the same time, and read alike. */
export const login: Handler<'login'> = async ({ body, findNetwork, req, res }, { config, database }) => {
  requirePasswordSignIn(config)
  const network = findNetwork()
  // What is no address takes as long as one that is unknown.
  const { data: email = body.email } = EmailAddress.safeParse(body.email)
  const succeed = beginAttempt(config, { network, account: email })
  const found = await findPassword(database, email)
  const isRight = await verifyPassword(body.password, found?.hash ?? null, network)
  if (!found || !isRight) throw wrongPassword()
  succeed()
  const end = await acquireWhileConnected(res, admission.signIn, found.id)
  try {
    return { status: 201, body: await beginSession(database, { user: found }, { req, res }) }
  } finally {
    end()
  }
}

export const validateAccessToken: Handler<'validateAccessToken'> = async () => ({
  status: 200,
  body: { authStatus: true },
})
