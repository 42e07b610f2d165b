import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

/** An OpenID provider with a page of its own, where people say who they are. */
export interface OpenIdProvider {
  issuer: string
  stop(): Promise<void>
}

export const CLIENT_ID = 'media-library'

/** The page may have any port. */
export const REDIRECT_URI = 'http://127.0.0.1/auth/login'

/** Starts a real provider on loopback. It trusts everybody's word. */
export async function startProvider(): Promise<OpenIdProvider> {
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
    findAccount: (_context, email) => ({
      accountId: email,
      claims: () => ({ sub: email, email, email_verified: true, name: email }),
    }),
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId ?? '',
        accountId: oidc.session?.accountId ?? '',
      })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
    ttl: { Session: 3_600, Grant: 3_600, Interaction: 600, AccessToken: 600, IdToken: 600, AuthorizationCode: 60 },
  })
  const answer = provider.callback()
  server.on('request', async (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return answer(request, response)
    if (request.method === 'GET') return response.setHeader('content-type', 'text/html').end(page)
    const accountId = new URLSearchParams(await readBody(request)).get('email') ?? ''
    await provider.interactionFinished(request, response, { login: { accountId }, consent: {} })
  })
  return {
    issuer,
    stop: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

const page = `<!doctype html><title>Provider</title>
  <form method="post"><label>E-mail <input name="email"></label><button>Continue</button></form>`

async function readBody(request: IncomingMessage) {
  let body = ''
  for await (const chunk of request.setEncoding('utf8')) body += chunk
  return body
}
