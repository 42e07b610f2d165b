import { followTo, type OpenIdProvider, startProvider } from '@media-library/test-support/openid-provider'

/** An OpenID provider at which everybody is Ada. */
export interface AdasProvider extends OpenIdProvider {
  /** Signs Ada in at the `url` of authorize. Returns the address to which the provider redirects her. */
  signIn(url: string): Promise<string>
}

export const CLIENT_ID = 'platforms'
export const REDIRECT_URI = 'http://127.0.0.1:4000/auth/login'

/** Starts a real provider on loopback. */
export async function startAdasProvider(email: string): Promise<AdasProvider> {
  const provider = await startProvider({
    clients: [
      {
        client_id: CLIENT_ID,
        redirect_uris: [REDIRECT_URI],
        application_type: 'native',
        token_endpoint_auth_method: 'none',
      },
    ],
    signIn: async () => email,
    describe: () => ({ email, email_verified: true, name: 'Ada' }),
  })
  return { ...provider, signIn: (url) => followTo(REDIRECT_URI, url) }
}
