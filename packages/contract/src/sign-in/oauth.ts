import * as z from 'zod'
import { examples, sample } from '../route/example.js'
import type { Fields, NamedObject } from '../route/named-object.js'
import { text } from '../route/primitives.js'

const oAuthRedirect = z
  .strictObject({
    redirectUri: text(2_048).min(1).describe('The URI to which the provider redirects the user.'),
  })
  .describe('The body of generateOAuthConfig.')
  .register(examples, {
    example: { redirectUri: sample.signedIn },
  })
export interface OAuthRedirect extends Fields<typeof oAuthRedirect> {}
export interface OAuthRedirectSchema extends NamedObject<typeof oAuthRedirect, OAuthRedirect> {}
export const OAuthRedirect: OAuthRedirectSchema = oAuthRedirect

const oAuthConfig = z
  .object({
    enabled: z.boolean().describe('Whether users can sign in with a provider.'),
    passwordLoginEnabled: z.boolean().describe('Whether people can sign in with a password.'),
    url: z.string().optional().describe('The URL at which the user signs in.'),
    buttonText: z.string().optional().describe('The text of the sign-in button.'),
    autoLaunch: z.boolean().optional().describe('Whether a front end should start the sign-in without a click.'),
  })
  .describe('The ways in which users can sign in. The optional fields are present when OAuth is enabled.')
  .register(examples, {
    example: { enabled: false, passwordLoginEnabled: true },
  })
export interface OAuthConfig extends Fields<typeof oAuthConfig> {}
export interface OAuthConfigSchema extends NamedObject<typeof oAuthConfig, OAuthConfig> {}
export const OAuthConfig: OAuthConfigSchema = oAuthConfig
