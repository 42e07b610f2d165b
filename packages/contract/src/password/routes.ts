import { SetUpCode } from '../route/headers.js'
import { KIB, type RouteMetadata } from '../route/metadata.js'
import { always, withBody, withKey } from '../route/responses.js'
import { c, mounted } from '../route/router.js'
import { Login } from '../sign-in/schemas.js'
import { User } from '../user/schemas.js'
import { ChangePassword, LoginCredential, SignUp, TokenValidity } from './schemas.js'

const body = 32 * KIB

/** The operations with which people sign in by e-mail address and password. */
export const password = c.router(
  {
    login: {
      method: 'POST',
      path: '/auth/login',
      summary: 'Sign in with a password',
      description:
        'Creates a session of the user with this e-mail address and password. A browser also gets the session as a cookie, and ' +
        'its earlier session ends. After 10 wrong passwords of an account from a network within 15 minutes, that network gets 429 ' +
        'for this account. Other networks do not.',
      body: LoginCredential,
      responses: { 201: Login, ...always, ...withBody, 401: withKey[401] },
      metadata: {
        permission: null,
        bodyLimit: body,
        answers: ['cookie'],
        problems: ['wrong_password', 'sign_in_off'],
      } satisfies RouteMetadata,
    },
    changePassword: {
      method: 'POST',
      path: '/auth/change-password',
      summary: 'Change the own password',
      description:
        'Replaces the password of the caller, or sets the first one, which needs all scopes. The other sessions of the caller ' +
        'end, and the links that would sign them in. Keys stay valid.',
      body: ChangePassword,
      responses: { 200: User, ...always, ...withBody, ...withKey },
      metadata: {
        permission: 'user.update',
        bodyLimit: body,
        problems: ['wrong_password', 'sign_in_off'],
      } satisfies RouteMetadata,
    },
    validateAccessToken: {
      method: 'POST',
      path: '/auth/validateToken',
      summary: 'Check a key or session',
      description: 'Answers whether the key or session of the request is valid.',
      body: c.noBody(),
      responses: { 200: TokenValidity, ...always, ...withKey },
      metadata: { permission: 'any', isQuestion: true } satisfies RouteMetadata,
    },
    signUpAdmin: {
      method: 'POST',
      path: '/auth/admin-sign-up',
      summary: 'Make the first account',
      description:
        'Adds the first user, who is an administrator, with the code that `serve` printed while there was no user. It proves that ' +
        'the caller runs the service.',
      headers: { 'x-set-up-code': SetUpCode.optional() },
      body: SignUp,
      responses: { 201: User, ...always, ...withBody, 403: withKey[403] },
      metadata: {
        permission: null,
        bodyLimit: body,
        problems: ['forbidden', 'set_up_code_needed', 'sign_in_off'],
      } satisfies RouteMetadata,
    },
  },
  mounted,
)
