import * as z from 'zod'
import { Problem } from '../problem/problem.js'
import { KIB, type RouteMetadata } from '../route/metadata.js'
import { Id } from '../route/primitives.js'
import { always, withBody, withId, withKey } from '../route/responses.js'
import { c, mounted } from '../route/router.js'
import { Login } from '../sign-in/schemas.js'
import {
  CreatePasskey,
  Passkey,
  PasskeyOptions,
  PasskeySignIn,
  PasskeySignInOptions,
  UpdatePasskey,
} from './schemas.js'

const withLimit = { 409: Problem }
const pathParams = z.object({ id: Id })

/** The operations with which people sign in by a passkey, in pages of the service. */
export const passkey = c.router(
  {
    getPasskeys: {
      method: 'GET',
      path: '/auth/passkey',
      summary: 'List the passkeys of the caller',
      description: 'Returns the passkeys of the caller, newest first.',
      responses: { 200: z.array(Passkey).describe('The passkeys, newest first.'), ...always, ...withKey },
      metadata: { permission: 'user.read' } satisfies RouteMetadata,
    },
    createPasskeyOptions: {
      method: 'POST',
      path: '/auth/passkey/options',
      summary: 'Begin to add a passkey',
      description:
        'Returns what a browser needs to make a passkey. Only for a session that may do everything, not for a key, and for ' +
        'pages of the service over https, or at localhost.',
      body: c.noBody(),
      responses: { 201: PasskeyOptions, ...always, ...withKey, ...withLimit },
      metadata: { permission: 'user.update', problems: ['sign_in_off', 'limit_reached'] } satisfies RouteMetadata,
    },
    createPasskey: {
      method: 'POST',
      path: '/auth/passkey',
      summary: 'Add a passkey',
      description:
        'Adds the passkey that a browser made, within 5 minutes and in the same session. It signs the caller in at this address ' +
        'from now on. A caller can have 10.',
      body: CreatePasskey,
      responses: { 201: Passkey, ...always, ...withBody, ...withKey, ...withLimit },
      metadata: {
        permission: 'user.update',
        bodyLimit: 64 * KIB,
        problems: ['sign_in_off', 'passkey_refused', 'limit_reached'],
      } satisfies RouteMetadata,
    },
    createPasskeySignInOptions: {
      method: 'POST',
      path: '/auth/passkey/sign-in/options',
      summary: 'Begin a sign-in with a passkey',
      description:
        'Returns what a browser needs to let somebody choose a passkey. Nobody types an e-mail address. Only for pages of the ' +
        'service over https, or at localhost.',
      body: c.noBody(),
      responses: { 201: PasskeySignInOptions, ...always },
      metadata: {
        permission: null,
        answers: ['cookie'],
        problems: ['sign_in_off'],
        isQuestion: true,
      } satisfies RouteMetadata,
    },
    signInWithPasskey: {
      method: 'POST',
      path: '/auth/passkey/sign-in',
      summary: 'Sign in with a passkey',
      description:
        'Creates a session of the user of a passkey, once within 5 minutes, in the browser that began. The browser gets the session ' +
        'as a cookie, and its earlier session ends. Failures are limited as those of login are.',
      body: PasskeySignIn,
      responses: { 201: Login, ...always, ...withBody },
      metadata: {
        permission: null,
        bodyLimit: 64 * KIB,
        answers: ['cookie'],
        problems: ['sign_in_off', 'passkey_refused'],
      } satisfies RouteMetadata,
    },
    updatePasskey: {
      method: 'PUT',
      path: '/auth/passkey/:id',
      summary: 'Rename a passkey',
      description: 'Gives a passkey of the caller another name.',
      pathParams,
      body: UpdatePasskey,
      responses: { 200: Passkey, ...always, ...withBody, ...withKey, ...withId },
      metadata: { permission: 'user.update', bodyLimit: 32 * KIB } satisfies RouteMetadata,
    },
    deletePasskey: {
      method: 'DELETE',
      path: '/auth/passkey/:id',
      summary: 'Remove a passkey',
      description:
        'Removes a passkey of the caller, which signs nobody in any more. Sessions that it began do not end.',
      pathParams,
      body: c.noBody(),
      responses: { 204: c.noBody(), ...always, ...withKey, ...withId },
      metadata: { permission: 'user.update' } satisfies RouteMetadata,
    },
  },
  mounted,
)
