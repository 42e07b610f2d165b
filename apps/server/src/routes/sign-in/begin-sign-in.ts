import type { Request, Response } from 'express'
import type { Database } from '../../database/connect.js'
import { requireRedirectUri } from '../../policies/redirect-uri.js'
import { findSignInSecret } from '../../repositories/user/sign-in.js'
import { markBrowser } from '../../sign-in/cookies.js'
import { makeSeed, proofsOf, sealState } from '../../sign-in/proofs.js'
import type { Provider } from '../../sign-in/provider.js'

/** Begins a sign-in. Returns the URL at which the user signs in, or null when the provider is down. */
export async function beginSignIn(
  { database, provider }: { database: Database; provider: Provider },
  { redirectUri, req, res }: { redirectUri: string; req: Pick<Request, 'get'>; res: Response },
): Promise<string | null> {
  requireRedirectUri(provider.settings.redirectUris, redirectUri)
  const secret = await findSignInSecret(database, makeSeed)
  const state = sealState(secret, { redirectUri, browser: markBrowser(req, res) })
  return provider.findAuthorizationUrl(redirectUri, { state, ...proofsOf(secret, state) })
}
