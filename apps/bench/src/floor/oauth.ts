import { createHash, randomBytes } from 'node:crypto'
import type { Pool } from 'pg'
import { CLIENT_ID, REDIRECT_URI } from '../sign-in.js'
import type { Answer } from './call.js'

/** The provider where users sign in, or null where signing in is off. */
export type SignInPage = URL | null

/** Discovers the provider of an issuer, once. */
export async function findSignInPage(issuer: string | undefined): Promise<SignInPage> {
  if (!issuer) return null
  const answer = await fetch(`${issuer}/.well-known/openid-configuration`)
  return new URL(((await answer.json()) as { authorization_endpoint: string }).authorization_endpoint)
}

const begin = {
  name: 'begin-sign-in',
  text: 'INSERT INTO sign_in (state_hash, salt, redirect_uri) VALUES ($1, $2, $3)',
}

/** Begins a sign-in with one statement. The nonce and the verifier are random; the salt is stored in their place. */
export async function generateOAuthConfig(pool: Pool, page: SignInPage, body: unknown): Promise<Answer> {
  const { redirectUri } = (body ?? {}) as { redirectUri?: unknown }
  if (typeof redirectUri !== 'string') return { status: 400 }
  if (!page) return { status: 201, body: { enabled: false, passwordLoginEnabled: false } }
  if (redirectUri !== REDIRECT_URI) return { status: 400 }
  const [state, nonce, verifier] = [secret(), secret(), secret()]
  const query = new URLSearchParams({
    redirect_uri: redirectUri,
    scope: 'openid email profile',
    state,
    nonce,
    code_challenge: sha256(verifier).toString('base64url'),
    code_challenge_method: 'S256',
    client_id: CLIENT_ID,
    response_type: 'code',
  })
  await pool.query({ ...begin, values: [sha256(state), randomBytes(32), redirectUri] })
  const answer = { enabled: true, passwordLoginEnabled: false, url: `${page.href}?${query}` }
  return { status: 201, body: { ...answer, buttonText: 'Sign in', autoLaunch: false } }
}

function secret() {
  return randomBytes(32).toString('base64url')
}

function sha256(text: string) {
  return createHash('sha256').update(text).digest()
}
