import type { Handler } from '../answers/handler.js'
import { beginSignIn } from './begin-sign-in.js'

/** Users have keys and sessions, and no passwords. */
const passwordLoginEnabled = false

export const generateOAuthConfig: Handler<'generateOAuthConfig'> =
  ({ database, provider }) =>
  async ({ body: { redirectUri }, req, res }) => {
    if (!provider) return { status: 201, body: { enabled: false, passwordLoginEnabled } }
    const { buttonText, autoLaunch } = provider.settings
    const url = await beginSignIn({ database, provider }, { redirectUri, req, res })
    return {
      status: 201,
      body: { enabled: true, passwordLoginEnabled, ...(url !== null && { url }), buttonText, autoLaunch },
    }
  }
