import * as z from 'zod'
import { examples, sample } from './example.js'
import { text } from './primitives.js'

export const OAuthAuthorization = z
  .object({ url: z.string() })
  .describe('Where to send the user to sign in.')
  .register(examples, {
    example: {
      url: `https://id.example.org/authorize?response_type=code&client_id=media-library&state=${sample.state}`,
    },
  })
export type OAuthAuthorization = z.infer<typeof OAuthAuthorization>

/** The body of callback. */
export const OAuthCallback = z
  .strictObject({
    url: text(8_192).describe('The whole address at which the provider sent the user back, with `code` and `state`.'),
  })
  .register(examples, { example: { url: `${sample.signedIn}?code=4f9a&state=${sample.state}` } })
export type OAuthCallback = z.infer<typeof OAuthCallback>

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
  .describe('A new session, and whose it is.')
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
    redirectUri: z.string().describe("The login page of a front end, relative to it. It doesn't launch a sign-in."),
  })
  .describe('The session has ended.')
  .register(examples, {
    example: { successful: true, redirectUri: '/auth/login?autoLaunch=0' },
  })
export type LoggedOut = z.infer<typeof LoggedOut>

export const ServerFeatures = z
  .object({
    oauth: z.boolean().describe('Users can sign in by a provider.'),
    oauthAutoLaunch: z.boolean().describe('A front end should begin the sign-in by itself.'),
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
  .describe('What is switched on. Programs that speak this API ask for all of it; the service has not everything.')
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
