import { initContract } from '@ts-rest/core'
import { KIB, type RouteMetadata } from './metadata.js'
import { always, withBody, withKey } from './responses.js'
import { OAuthRedirect } from './schemas/oauth.js'
import { LoggedOut, Login, OAuthAuthorization, OAuthCallback, ServerFeatures } from './schemas/sign-in.js'

const c = initContract()

/** How a front end signs users in: what follows generateOAuthConfig, beside the document's five operations. */
export const signIn = c.router(
  {
    authorize: {
      method: 'POST',
      path: '/oauth/authorize',
      summary: 'Begin a sign-in',
      description:
        'Where to send the user. The sign-in can be finished once, within 10 minutes, on any instance of the service.',
      body: OAuthRedirect,
      responses: { 201: OAuthAuthorization, ...always, ...withBody },
      metadata: {
        permission: null,
        bodyLimit: 32 * KIB,
        refusal: { status: 400, code: 'sign_in_off', body: { redirectUri: 'http://127.0.0.1/' } },
      } satisfies RouteMetadata,
    },
    callback: {
      method: 'POST',
      path: '/oauth/callback',
      summary: 'Finish a sign-in',
      description:
        'Makes a session of what the provider sent the user back with. A person is known by the `sub` of the provider, ' +
        'then by a verified e-mail address, and is else registered where that is on. ' +
        'A browser gets the session as a cookie, too; its earlier session ends.',
      body: OAuthCallback,
      responses: { 201: Login, ...always, ...withBody, 403: withKey[403] },
      metadata: {
        permission: null,
        bodyLimit: 128 * KIB,
        refusal: { status: 400, code: 'sign_in_off', body: { url: 'http://127.0.0.1/?code=x&state=y' } },
      } satisfies RouteMetadata,
    },
    logout: {
      method: 'POST',
      path: '/auth/logout',
      summary: 'End the session',
      description: 'Ends the session that the request carries, and takes its cookie away.',
      body: c.noBody(),
      responses: { 200: LoggedOut, ...always, ...withKey },
      metadata: {
        permission: 'session',
        refusal: { status: 403, code: 'forbidden' },
      } satisfies RouteMetadata,
    },
    features: {
      method: 'GET',
      path: '/server-info/features',
      summary: 'List what the service can do',
      description: 'What is switched on. Never asks the provider.',
      responses: { 200: ServerFeatures, ...always },
      metadata: { permission: null } satisfies RouteMetadata,
    },
  },
  { pathPrefix: '/api', strictStatusCodes: true },
)
