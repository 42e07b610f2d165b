import * as z from 'zod'
import { examples, sample } from './example.js'
import { text } from './primitives.js'

export const OAuthRedirect = z
  .strictObject({
    redirectUri: text(2_048).describe('Where the provider sends the user back to.'),
  })
  .describe('The body of generateOAuthConfig.')
  .register(examples, {
    example: { redirectUri: sample.signedIn },
  })
export type OAuthRedirect = z.infer<typeof OAuthRedirect>

export const OAuthConfig = z
  .object({
    enabled: z.boolean(),
    passwordLoginEnabled: z.boolean().describe('false: the service has no passwords.'),
    url: z.string().optional(),
    buttonText: z.string().optional(),
    autoLaunch: z.boolean().optional(),
  })
  .describe('How users can sign in; the optional fields are there when OAuth is on.')
  .register(examples, {
    example: { enabled: false, passwordLoginEnabled: false },
  })
export type OAuthConfig = z.infer<typeof OAuthConfig>
