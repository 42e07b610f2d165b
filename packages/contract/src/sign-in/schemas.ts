import * as z from 'zod'
import { examples, sample } from '../route/example.js'
import type { Fields, NamedObject } from '../route/named-object.js'
import { DateTime, Id, text } from '../route/primitives.js'

const oAuthAuthorization = z
  .object({ url: z.string().describe('The address of the provider to which the user is sent.') })
  .describe('The URL at which the user signs in.')
  .register(examples, {
    example: {
      url: `https://id.example.org/authorize?response_type=code&client_id=media-library&state=${sample.state}`,
    },
  })
export interface OAuthAuthorization extends Fields<typeof oAuthAuthorization> {}
export interface OAuthAuthorizationSchema extends NamedObject<typeof oAuthAuthorization, OAuthAuthorization> {}
export const OAuthAuthorization: OAuthAuthorizationSchema = oAuthAuthorization

const oAuthCallback = z
  .strictObject({
    url: text(8_192).describe(
      'The complete address to which the provider redirected the user, with `code` and `state`.',
    ),
  })
  .describe('The body of finishSignIn.')
  .register(examples, { example: { url: `${sample.signedIn}?code=4f9a&state=${sample.state}` } })
export interface OAuthCallback extends Fields<typeof oAuthCallback> {}
export interface OAuthCallbackSchema extends NamedObject<typeof oAuthCallback, OAuthCallback> {}
export const OAuthCallback: OAuthCallbackSchema = oAuthCallback

const signInCode = z
  .strictObject({ code: text(100).describe('The code of a link that `media-library` printed.') })
  .describe('The body of signInWithCode.')
  .register(examples, { example: { code: sample.code } })
export interface SignInCode extends Fields<typeof signInCode> {}
export interface SignInCodeSchema extends NamedObject<typeof signInCode, SignInCode> {}
export const SignInCode: SignInCodeSchema = signInCode

const login = z
  .object({
    accessToken: z.string().describe('The session: send it as `Authorization: Bearer`.'),
    userId: z.string().describe('The id of the user.'),
    userEmail: z.string().describe('The e-mail address of the user.'),
    name: z.string().describe('The name of the user.'),
    isAdmin: z.boolean().describe('Whether the user is an administrator.'),
    profileImagePath: z.string().describe('The path of the picture of the user; empty when there is none.'),
    shouldChangePassword: z
      .boolean()
      .describe('Whether the user is asked to choose a password, as somebody else did, or invited them.'),
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
export interface Login extends Fields<typeof login> {}
export interface LoginSchema extends NamedObject<typeof login, Login> {}
export const Login: LoginSchema = login

const loggedOut = z
  .object({
    successful: z.boolean().describe('Always true.'),
    redirectUri: z
      .string()
      .describe('The path of the login page of a front end, which does not start a new sign-in by itself.'),
  })
  .describe('The session has ended.')
  .register(examples, {
    example: { successful: true, redirectUri: '/auth/login?autoLaunch=0' },
  })
export interface LoggedOut extends Fields<typeof loggedOut> {}
export interface LoggedOutSchema extends NamedObject<typeof loggedOut, LoggedOut> {}
export const LoggedOut: LoggedOutSchema = loggedOut

const authDevice = z
  .object({
    id: Id.describe('The id of the session.'),
    createdAt: DateTime.describe('When the user signed in.'),
    updatedAt: DateTime.describe('When the session was last used, to the hour.'),
    current: z.boolean().describe('Whether it is the session of the request.'),
    deviceType: z.string().describe('The browser or program, such as `Firefox`; empty when it does not say.'),
    deviceOS: z.string().describe('The operating system, such as `iOS`; empty when the program does not say.'),
  })
  .describe('A session of the caller: a browser or program in which they are signed in.')
  .register(examples, {
    example: {
      id: sample.session,
      createdAt: '2024-07-01T09:00:00.000Z',
      updatedAt: '2024-07-02T18:00:00.000Z',
      current: true,
      deviceType: 'Firefox',
      deviceOS: 'Linux',
    },
  })
export interface AuthDevice extends Fields<typeof authDevice> {}
export interface AuthDeviceSchema extends NamedObject<typeof authDevice, AuthDevice> {}
export const AuthDevice: AuthDeviceSchema = authDevice

const serverFeatures = z
  .object({
    oauth: z.boolean().describe('Whether users can sign in with a provider.'),
    oauthAutoLaunch: z.boolean().describe('Whether a front end should start the sign-in without a click.'),
    passwordLogin: z.boolean().describe('Whether people can sign in with a password.'),
    reverseGeocoding: z.boolean().describe('Whether places are named from coordinates.'),
    sidecar: z.boolean().describe('Whether XMP side-cars are read.'),
    clipEncode: z.boolean().describe('Whether pictures are found by their content.'),
    configFile: z.boolean().describe('Whether the configuration is a file.'),
    facialRecognition: z.boolean().describe('Whether faces are recognized.'),
    map: z.boolean().describe('Whether there is a map.'),
    search: z.boolean().describe('Whether there is a search.'),
    smartSearch: z.boolean().describe('Whether there is a search by content.'),
    tagImage: z.boolean().describe('Whether pictures are tagged by recognition.'),
    trash: z.boolean().describe('Whether assets can be moved to a trash.'),
  })
  .describe(
    'The enabled features. Programs written for Immich expect all of these fields; the service does not have every feature.',
  )
  .register(examples, {
    example: {
      oauth: true,
      oauthAutoLaunch: false,
      passwordLogin: true,
      reverseGeocoding: true,
      sidecar: true,
      clipEncode: false,
      configFile: false,
      facialRecognition: false,
      map: false,
      search: true,
      smartSearch: false,
      tagImage: false,
      trash: true,
    },
  })
export interface ServerFeatures extends Fields<typeof serverFeatures> {}
export interface ServerFeaturesSchema extends NamedObject<typeof serverFeatures, ServerFeatures> {}
export const ServerFeatures: ServerFeaturesSchema = serverFeatures
