import { createHash, createHmac, randomBytes } from 'node:crypto'
import { CLIENT_ID, REDIRECT_URI } from '../sign-in.js'
import type { Answer } from './call.js'

/** The page on which users sign in; null when signing in is off. */
export type SignInPage = URL | null

/** Finds the sign-in page of an issuer, once. */
export async function findSignInPage(issuer: string | undefined): Promise<SignInPage> {
  if (!issuer) return null
  const answer = await fetch(`${issuer}/.well-known/openid-configuration`)
  return new URL(((await answer.json()) as { authorization_endpoint: string }).authorization_endpoint)
}

const key = randomBytes(32)

/** Begins a sign-in. Nothing is stored: the nonce and the verifier are derived from the state. */
export async function generateOAuthConfig(page: SignInPage, { redirectUri }: { redirectUri: string }): Promise<Answer> {
  if (!page) return { status: 201, body: { enabled: false, passwordLoginEnabled: false } }
  if (redirectUri !== REDIRECT_URI) return { status: 400 }
  const state = randomBytes(32).toString('base64url')
  const derive = (label: string) => createHmac('sha256', key).update(`${label} ${state}`).digest('base64url')
  const query = new URLSearchParams({
    redirect_uri: redirectUri,
    scope: 'openid email profile',
    state,
    nonce: derive('nonce'),
    code_challenge: createHash('sha256').update(derive('pkce')).digest('base64url'),
    code_challenge_method: 'S256',
    client_id: CLIENT_ID,
    response_type: 'code',
  })
  const answer = { enabled: true, passwordLoginEnabled: false, url: `${page.href}?${query}` }
  return { status: 201, body: { ...answer, buttonText: 'Sign in', autoLaunch: false } }
}
