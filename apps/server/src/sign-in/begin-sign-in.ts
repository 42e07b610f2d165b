import type { Request, Response } from 'express'
import type { Handler } from '../answers/handler.js'
import type { PrismaDatabase } from '../database/connect.js'
import { requireRedirectUri, requireSignIn } from './access.js'
import { markBrowser } from './cookies.js'
import type { Provider } from './provider.js'
import { providerDown } from './provider-fault.js'
import { findSignInSecret, sealState, toProofs } from './sign-in-state.js'

export const authorize: Handler<'authorize'> = async (
  { body: { redirectUri }, req, res },
  { database, ...context },
) => {
  const provider = requireSignIn(context.provider)
  const url = await beginSignIn({ database, provider }, { redirectUri, req, res })
  if (url === null) throw providerDown()
  return { status: 201, body: { url } }
}

export const generateOAuthConfig: Handler<'generateOAuthConfig'> = async (
  { body: { redirectUri }, req, res },
  { database, provider, config: { passwordSignIn: passwordLoginEnabled } },
) => {
  if (!provider) return { status: 201, body: { enabled: false, passwordLoginEnabled } }
  const { buttonText, autoLaunch } = provider.settings
  const url = await beginSignIn({ database, provider }, { redirectUri, req, res })
  return {
    status: 201,
    body: { enabled: true, passwordLoginEnabled, ...(url !== null && { url }), buttonText, autoLaunch },
  }
}

/** Begins a sign-in. Returns the URL at which the user signs in, or null when the provider is down. */
async function beginSignIn(
  { database, provider }: { database: PrismaDatabase; provider: Provider },
  { redirectUri, req, res }: { redirectUri: string; req: Request; res: Response },
): Promise<string | null> {
  requireRedirectUri(provider.settings.redirectUris, redirectUri)
  const secret = await findSignInSecret(database)
  const state = sealState(secret, [redirectUri, markBrowser(req, res)])
  return provider.findAuthorizationUrl(redirectUri, { state, ...toProofs(secret, state) })
}
