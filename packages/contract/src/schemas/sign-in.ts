import * as z from 'zod'
import { examples, sample } from './example.js'
import { text } from './primitives.js'

export const OAuthAuthorization = z
  .object({ url: z.string() })
  .describe('The URL at which the user signs in.')
  .register(examples, {
    example: {
      url: `https://id.example.org/authorize?response_type=code&client_id=media-library&state=${sample.state}`,
    },
  })
export type OAuthAuthorization = z.infer<typeof OAuthAuthorization>

/** The body of callback. */
export const OAuthCallback = z
  .strictObject({
    url: text(8_192).describe(
      'The complete address to which the provider redirected the user, with `code` and `state`.',
    ),
  })
  .register(examples, { example: { url: `${sample.signedIn}?code=4f9a&state=${sample.state}` } })
export type OAuthCallback = z.infer<typeof OAuthCallback>

/** The body of signInWithCode. */
export const SignInCode = z
  .strictObject({ code: text(100).describe('The code of a link that `media-library` printed.') })
  .register(examples, { example: { code: sample.code } })
export type SignInCode = z.infer<typeof SignInCode>

export const Login = z
  .object({
    accessToken: z.string().describe('The session: send it as `Authorization: Bearer`.'),
    userId: z.string(),
    userEmail: z.string(),
    name: z.string(),
    isAdmin: z.boolean(),
    profileImagePath: z.string(),
    shouldChangePassword: z.boolean(),
  })
  .describe('A new session and its user.')
  .register(examples, {
    example: {
      accessToken: 'mls_0190f3d21a2b7c3d8e4f5a6b7c8d9e0f_…',
      userId: sample.ada,
      userEmail: 'ada@example.org',
      name: 'Ada',
      isAdmin: false,
      profileImagePath: '',
      shouldChangePassword: false,
    },
  })
export type Login = z.infer<typeof Login>

export const LoggedOut = z
  .object({
    successful: z.boolean(),
    redirectUri: z
      .string()
      .describe('The path of the login page of a front end, which does not start a new sign-in by itself.'),
  })
  .describe('The session has ended.')
  .register(examples, {
    example: { successful: true, redirectUri: '/auth/login?autoLaunch=0' },
  })
export type LoggedOut = z.infer<typeof LoggedOut>

export const ServerFeatures = z
  .object({
    oauth: z.boolean().describe('Whether users can sign in with a provider.'),
    oauthAutoLaunch: z.boolean().describe('Whether a front end should start the sign-in without a click.'),
    passwordLogin: z.boolean().describe('false: the service has no passwords.'),
    reverseGeocoding: z.boolean(),
    sidecar: z.boolean(),
    clipEncode: z.boolean(),
    configFile: z.boolean(),
    facialRecognition: z.boolean(),
    map: z.boolean(),
    search: z.boolean(),
    smartSearch: z.boolean(),
    tagImage: z.boolean(),
    trash: z.boolean(),
  })
  .describe(
    'The enabled features. Programs written for Immich expect all of these fields; the service does not have every feature.',
  )
  .register(examples, {
    example: {
      oauth: true,
      oauthAutoLaunch: false,
      passwordLogin: false,
      reverseGeocoding: true,
      sidecar: true,
      clipEncode: false,
      configFile: false,
      facialRecognition: false,
      map: false,
      search: false,
      smartSearch: false,
      tagImage: false,
      trash: false,
    },
  })
export type ServerFeatures = z.infer<typeof ServerFeatures>
