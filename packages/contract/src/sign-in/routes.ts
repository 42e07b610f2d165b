import * as z from 'zod'
import { KIB, type RouteMetadata } from '../route/metadata.js'
import { Id } from '../route/primitives.js'
import { always, withBody, withId, withKey } from '../route/responses.js'
import { c, mounted } from '../route/router.js'
import { OAuthRedirect } from './oauth.js'
import {
  AuthDevice,
  LoggedOut,
  Login,
  OAuthAuthorization,
  OAuthCallback,
  ServerFeatures,
  SignInCode,
} from './schemas.js'

/** The operations with which a front end signs users in. They replace Immich's generateOAuthConfig. */
export const signIn = c.router(
  {
    authorize: {
      method: 'POST',
      path: '/oauth/authorize',
      summary: 'Begin a sign-in',
      description:
        'Returns the URL at which the user signs in. The sign-in can be finished once, within 10 minutes, on ' +
        'any server.',
      body: OAuthRedirect,
      responses: { 201: OAuthAuthorization, ...always, ...withBody },
      metadata: {
        permission: null,
        bodyLimit: 32 * KIB,
        answers: ['cookie'],
        problems: ['sign_in_off'],
        isQuestion: true,
      } satisfies RouteMetadata,
    },
    finishSignIn: {
      method: 'POST',
      path: '/oauth/callback',
      summary: 'Finish a sign-in',
      description:
        'Creates a session from the address to which the provider redirected the user. A person is identified by the `sub` of ' +
        'the provider, or else by a verified e-mail address. Unknown people are registered if the operator allows it. ' +
        'A browser also gets the session as a cookie, and its earlier session ends.',
      body: OAuthCallback,
      responses: { 201: Login, ...always, ...withBody, 403: withKey[403] },
      metadata: {
        permission: null,
        bodyLimit: 128 * KIB,
        answers: ['cookie'],
        problems: ['sign_in_off', 'sign_in_failed', 'sign_in_refused'],
      } satisfies RouteMetadata,
    },
    signInWithKey: {
      method: 'POST',
      path: '/auth/key',
      summary: 'Sign in with a key',
      description:
        'Creates a session of the key that the request carries, so that a browser does not have to store the key. The session ' +
        "has the key's scopes, and ends when the key is revoked or expires. A browser also gets the session as a cookie.",
      body: c.noBody(),
      responses: { 201: Login, ...always, ...withKey },
      metadata: { permission: 'key', answers: ['cookie'] } satisfies RouteMetadata,
    },
    signInWithCode: {
      method: 'POST',
      path: '/auth/code',
      summary: 'Sign in with the code of a link',
      description:
        'Creates a session from the code of a link that `serve` or `session link` printed. A code works once, within 10 ' +
        'minutes. A browser also gets the session as a cookie, and uses up no code where it would drop that.',
      body: SignInCode,
      responses: { 201: Login, ...always, ...withBody },
      metadata: {
        permission: null,
        bodyLimit: KIB,
        answers: ['cookie'],
        problems: ['sign_in_off', 'sign_in_failed'],
      } satisfies RouteMetadata,
    },
    logout: {
      method: 'POST',
      path: '/auth/logout',
      summary: 'End the session',
      description: 'Ends the session of the request and deletes its cookie. A key has no session, and stays valid.',
      body: c.noBody(),
      responses: { 200: LoggedOut, ...always, ...withKey },
      metadata: { permission: 'any', answers: ['cookie', 'forgetting'] } satisfies RouteMetadata,
    },
    getAuthDevices: {
      method: 'GET',
      path: '/auth/devices',
      summary: 'List the sessions of the caller',
      description: 'Returns the sessions of the caller that have not ended, last used first, at most 1,000.',
      responses: { 200: z.array(AuthDevice).describe('The sessions, last used first.'), ...always, ...withKey },
      metadata: { permission: 'session.read' } satisfies RouteMetadata,
    },
    logoutAuthDevices: {
      method: 'DELETE',
      path: '/auth/devices',
      summary: 'End all other sessions',
      description: 'Ends all sessions of the caller except that of the request, at once on every server.',
      body: c.noBody(),
      responses: { 204: c.noBody(), ...always, ...withKey },
      metadata: { permission: 'session.delete' } satisfies RouteMetadata,
    },
    logoutAuthDevice: {
      method: 'DELETE',
      path: '/auth/devices/:id',
      summary: 'End a session',
      description: 'Ends a session of the caller, at once on every server.',
      pathParams: z.object({ id: Id }),
      body: c.noBody(),
      responses: { 204: c.noBody(), ...always, ...withKey, ...withId },
      metadata: { permission: 'session.delete' } satisfies RouteMetadata,
    },
    features: {
      method: 'GET',
      path: '/server-info/features',
      summary: 'List the enabled features',
      description: 'Returns the enabled features, without a call to the provider.',
      responses: { 200: ServerFeatures, ...always },
      metadata: { permission: null } satisfies RouteMetadata,
    },
  },
  mounted,
)
