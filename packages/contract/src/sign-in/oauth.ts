import * as z from 'zod'
import { examples, sample } from '../route/example.js'
import { text } from '../route/primitives.js'

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
    enabled: z.boolean().describe('Whether users can sign in with a provider.'),
    passwordLoginEnabled: z.boolean().describe('Always false: the service has no passwords.'),
    url: z.string().optional().describe('The URL at which the user signs in.'),
    buttonText: z.string().optional().describe('The text of the sign-in button.'),
    autoLaunch: z.boolean().optional().describe('Whether a front end should start the sign-in without a click.'),
  })
  .describe('How users can sign in. The optional fields are present when OAuth is enabled.')
  .register(examples, {
    example: { enabled: false, passwordLoginEnabled: false },
  })
export type OAuthConfig = z.infer<typeof OAuthConfig>
