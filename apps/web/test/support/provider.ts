import type { IncomingMessage } from 'node:http'
import { type OpenIdProvider, startProvider } from '@media-library/test-support/openid-provider'

export const CLIENT_ID = 'media-library'

/** The URI to which the provider redirects. The page may have any port. */
export const REDIRECT_URI = 'http://127.0.0.1/auth/login'

/** Starts a real provider on loopback, with a page of its own on which people say who they are, without a check. */
export async function startTrustingProvider(): Promise<OpenIdProvider> {
  return startProvider({
    clients: [
      {
        client_id: CLIENT_ID,
        redirect_uris: [REDIRECT_URI],
        application_type: 'native',
        token_endpoint_auth_method: 'none',
      },
    ],
    signIn: async (request, response) => {
      if (request.method === 'POST') return new URLSearchParams(await readBody(request)).get('email') ?? ''
      response.setHeader('content-type', 'text/html').end(page)
      return undefined
    },
    describe: (email) => ({ email, email_verified: true, name: email }),
  })
}

const page = `<!doctype html><title>Provider</title>
  <form method="post"><label>E-mail <input name="email"></label><button>Continue</button></form>`

async function readBody(request: IncomingMessage) {
  let body = ''
  for await (const chunk of request.setEncoding('utf8')) body += chunk
  return body
}
