import * as z from 'zod'
import { examples } from '../route/example.js'
import type { Fields, NamedObject } from '../route/named-object.js'
import { Email, NewPassword, text, UserName } from '../route/primitives.js'

/** Longer than any password that was accepted. */
const password = text(1_000)

const loginCredential = z
  .strictObject({
    email: text(1_000).describe('The e-mail address, in either case.'),
    password: password.describe('The password.'),
  })
  .describe('The body of login.')
  .register(examples, { example: { email: 'ada@example.org', password: 'correct horse' } })
export interface LoginCredential extends Fields<typeof loginCredential> {}
export interface LoginCredentialSchema extends NamedObject<typeof loginCredential, LoginCredential> {}
export const LoginCredential: LoginCredentialSchema = loginCredential

const changePassword = z
  .strictObject({
    password: password
      .optional()
      .describe('The current password. A user without one leaves it out, or sends any text.'),
    newPassword: NewPassword.describe('The new password, in 8 to 256 characters.'),
  })
  .describe('The body of changePassword.')
  .register(examples, { example: { password: 'correct horse', newPassword: 'battery staple' } })
export interface ChangePassword extends Fields<typeof changePassword> {}
export interface ChangePasswordSchema extends NamedObject<typeof changePassword, ChangePassword> {}
export const ChangePassword: ChangePasswordSchema = changePassword

const signUp = z
  .strictObject({
    email: Email.describe('The e-mail address with which the user signs in.'),
    name: UserName.describe('The name that other users see, in 1 to 200 characters.'),
    password: NewPassword.describe('The password, in 8 to 256 characters.'),
  })
  .describe('The body of signUpAdmin.')
  .register(examples, { example: { email: 'ada@example.org', name: 'Ada', password: 'correct horse' } })
export interface SignUp extends Fields<typeof signUp> {}
export interface SignUpSchema extends NamedObject<typeof signUp, SignUp> {}
export const SignUp: SignUpSchema = signUp

const tokenValidity = z
  .object({ authStatus: z.boolean().describe('Always true: another key or session gets 401.') })
  .describe('The key or session is valid.')
  .register(examples, { example: { authStatus: true } })
export interface TokenValidity extends Fields<typeof tokenValidity> {}
export interface TokenValiditySchema extends NamedObject<typeof tokenValidity, TokenValidity> {}
export const TokenValidity: TokenValiditySchema = tokenValidity
