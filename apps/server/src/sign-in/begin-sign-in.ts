import type { Request, Response } from 'express'
import type { Database } from '../database/connect.js'
import { markBrowser } from './cookies.js'
import { findSignInSecret } from './finished-sign-in.js'
import { makeSeed, proofsOf, sealState } from './proofs.js'
import type { Provider } from './provider.js'
import { requireRedirectUri } from './redirect-uri.js'

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
