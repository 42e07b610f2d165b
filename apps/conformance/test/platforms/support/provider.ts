import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseSetCookie } from 'cookie'
import { Provider } from 'oidc-provider'

/** An OpenID provider at which everybody is Ada. */
export interface AdasProvider {
  issuer: string
  /** Signs Ada in at the `url` of authorize: the address to which the provider redirects her. */
  signIn(url: string): Promise<string>
  stop(): void
}

export const CLIENT_ID = 'platforms'
export const REDIRECT_URI = 'http://127.0.0.1:4000/auth/login'

/** Starts a real provider on loopback. */
export async function startProvider(email: string): Promise<AdasProvider> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT_ID,
        redirect_uris: [REDIRECT_URI],
        application_type: 'native',
        token_endpoint_auth_method: 'none',
      },
    ],
    cookies: { keys: ['test'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: () => ({
      accountId: email,
      claims: () => ({ sub: email, email, email_verified: true, name: 'Ada' }),
    }),
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({ clientId: CLIENT_ID, accountId: email })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
    ttl: { Session: 3_600, Grant: 3_600, Interaction: 600, AccessToken: 600, IdToken: 600, AuthorizationCode: 60 },
  })
  const answer = provider.callback()
  server.on('request', async (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return answer(request, response)
    await provider.interactionFinished(request, response, { login: { accountId: email }, consent: {} })
  })
  return {
    issuer,
    signIn,
    stop: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Follows redirects as a browser does, with its cookies, until one leads back to the app. */
async function signIn(start: string): Promise<string> {
  const cookies = new Map<string, string>()
  let url = start
  for (let redirects = 0; !url.startsWith(REDIRECT_URI); redirects += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } })
    const location = response.headers.get('location')
    if (!location || redirects > 10) throw new Error(`${response.status} at ${url}: ${await response.text()}`)
    for (const header of response.headers.getSetCookie()) {
      const { name, value } = parseSetCookie(header)
      cookies.set(name, value ?? '')
    }
    url = new URL(location, url).href
  }
  return url
}
