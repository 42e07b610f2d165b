import { requireSignIn } from '../../policies/sign-in.js'
import { providerDown } from '../../sign-in/provider-fault.js'
import type { Handler } from '../handler.js'
import { beginSignIn } from './begin-sign-in.js'

export const authorize: Handler<'authorize'> =
  ({ database, ...context }) =>
  async ({ body: { redirectUri }, req, res }) => {
    const provider = requireSignIn(context.provider)
    const url = await beginSignIn({ database, provider }, { redirectUri, req, res })
    if (url === null) throw providerDown()
    return { status: 201, body: { url } }
  }
