import type { Handler } from './handler.js'

/** Users have keys and no passwords; sign-in by a provider is off. */
export const generateOAuthConfig: Handler<'generateOAuthConfig'> = () => async () => ({
  status: 201,
  body: { enabled: false, passwordLoginEnabled: false },
})
