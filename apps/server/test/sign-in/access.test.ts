import { describe, expect, test } from 'vitest'
import { requireAccount, requireCode, requireSignIn } from '../../src/sign-in/access.js'
import { makeUserRow } from '../fixtures/user-row.js'

function refusal(code: string, message: string) {
  return expect.objectContaining({ code, message })
}

const user = makeUserRow()

describe('requireSignIn', () => {
  test('returns the configured provider', () => {
    expect(requireSignIn('a provider')).toBe('a provider')
  })

  test('refuses when none is configured', () => {
    expect(() => requireSignIn(null)).toThrow(refusal('sign_in_off', 'This service has no sign-in provider.'))
  })
})

describe('requireCode', () => {
  test('returns the user of a code, or refuses when there is none', () => {
    const message = 'This link was used before, was withdrawn, or has expired.'

    expect(requireCode(user)).toBe(user)
    expect(() => requireCode(null)).toThrow(refusal('sign_in_failed', message))
  })
})

describe('requireAccount', () => {
  const unknown = 'You have no account on this service. Ask the person who runs it for one.'
  const emailFault = {
    code: 'unverified_email' as const,
    reason: 'The provider has not verified your e-mail address.',
    hint: 'verify it',
  }
  const quiet = { warn: () => {} }

  test('accepts a user', () => {
    expect(requireAccount(user, { emailFault }, quiet)).toBe(user)
  })

  test.each([
    ['a deleted user', { ...user, deletedAt: new Date() }, null, 'no_account', unknown],
    [
      'a deleted user without a verified address',
      { ...user, deletedAt: new Date() },
      emailFault,
      'no_account',
      unknown,
    ],
    ['somebody without an account', null, null, 'no_account', unknown],
    ['somebody without a verified address', null, emailFault, emailFault.code, emailFault.reason],
  ])('refuses %s', (_name, row, fault, code, message) => {
    const errors = [{ pointer: '/url', code, detail: message }]
    expect(() => requireAccount(row, { emailFault: fault }, quiet)).toThrow(
      expect.objectContaining({ code: 'sign_in_refused', message, errors }),
    )
  })
})
