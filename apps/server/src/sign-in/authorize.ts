import type { Handler } from '../answers/handler.js'
import { requireSignIn } from './access.js'
import { beginSignIn } from './begin-sign-in.js'
import { providerDown } from './provider-fault.js'

export const authorize: Handler<'authorize'> =
  ({ database, ...context }) =>
  async ({ body: { redirectUri }, req, res }) => {
    const provider = requireSignIn(context.provider)
    const url = await beginSignIn({ database, provider }, { redirectUri, req, res })
    if (url === null) throw providerDown()
    return { status: 201, body: { url } }
  }
