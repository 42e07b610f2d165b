import type { Request, Response } from 'express'
import type { Database } from '../../database/connect.js'
import { requireRedirectUri } from '../../policies/redirect-uri.js'
import { createSignIn } from '../../repositories/user/sign-in.js'
import { markBrowser } from '../../sign-in/cookies.js'
import { hashOf, makeSalt, makeSecret, proofsOf } from '../../sign-in/proofs.js'
import type { Provider } from '../../sign-in/provider.js'

/** Begins a sign-in. Returns the URL at which the user signs in, or null when the provider is down. */
export async function beginSignIn(
  { database, provider }: { database: Database; provider: Provider },
  { redirectUri, req, res }: { redirectUri: string; req: Pick<Request, 'get'>; res: Response },
): Promise<string | null> {
  requireRedirectUri(provider.settings.redirectUris, redirectUri)
  const state = makeSecret()
  const salt = makeSalt()
  const url = await provider.findAuthorizationUrl(redirectUri, { state, ...proofsOf(state, salt) })
  if (url === null) return null
  const browser = markBrowser(req, res)
  await createSignIn(database, {
    stateHash: hashOf(state),
    salt,
    redirectUri,
    browserHash: browser === null ? null : hashOf(browser),
  })
  return url
}
