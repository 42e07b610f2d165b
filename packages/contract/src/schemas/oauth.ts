import * as z from 'zod'
import { examples, sample } from './example.js'
import { text } from './primitives.js'

export const OAuthRedirect = z
  .strictObject({
    redirectUri: text(2_048).describe('The URI to which the provider redirects the user.'),
  })
  .describe('The body of generateOAuthConfig.')
  .register(examples, {
    example: { redirectUri: sample.signedIn },
  })
export type OAuthRedirect = z.infer<typeof OAuthRedirect>

export const OAuthConfig = z
  .object({
    enabled: z.boolean(),
    passwordLoginEnabled: z.boolean().describe('Always false: the service has no passwords.'),
    url: z.string().optional(),
    buttonText: z.string().optional(),
    autoLaunch: z.boolean().optional(),
  })
  .describe('How users can sign in. The optional fields are present when OAuth is enabled.')
  .register(examples, {
    example: { enabled: false, passwordLoginEnabled: false },
  })
export type OAuthConfig = z.infer<typeof OAuthConfig>
