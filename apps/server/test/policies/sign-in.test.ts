import { describe, expect, test } from 'vitest'
import { requireAccount, requireBegun, requireCode, requireSignIn } from '../../src/policies/sign-in.js'
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

describe('requireBegun', () => {
  const bytes = (...values: number[]) => new Uint8Array(values)
  const begun = {
    stateHash: bytes(1),
    salt: bytes(2),
    redirectUri: 'http://127.0.0.1/cb',
    browserHash: bytes(3),
    createdAt: new Date(0),
  }
  const byProgram = { ...begun, browserHash: null }
  const { redirectUri } = begun

  test.each([
    ['by the browser that began it', begun, bytes(3)],
    ['by a program, when a program began it', byProgram, null],
  ])('a sign-in can be finished %s', (_name, signIn, browserHash) => {
    expect(requireBegun(signIn, { redirectUri, browserHash })).toBe(signIn)
  })

  test.each([
    [
      'that is not there',
      null,
      { redirectUri, browserHash: bytes(3) },
      'This sign-in does not exist, was already finished, or took longer than 10 minutes.',
    ],
    [
      'for another address',
      begun,
      { redirectUri: 'http://127.0.0.1/other', browserHash: bytes(3) },
      'The sign-in was begun for another redirectUri.',
    ],
    ['by another browser', begun, { redirectUri, browserHash: bytes(4) }, 'The sign-in was begun in another browser.'],
    ['by a program', begun, { redirectUri, browserHash: null }, 'The sign-in was begun in another browser.'],
    [
      'that a program began, by a browser',
      byProgram,
      { redirectUri, browserHash: bytes(3) },
      'The sign-in was begun in another browser.',
    ],
  ])('a sign-in cannot be finished %s', (_name, signIn, asked, message) => {
    expect(() => requireBegun(signIn, asked)).toThrow(refusal('sign_in_failed', message))
  })
})

describe('requireCode', () => {
  test('returns the user of a code, or refuses when there is none', () => {
    const message = 'This link was used before, or is older than 10 minutes.'

    expect(requireCode(user)).toBe(user)
    expect(() => requireCode(null)).toThrow(refusal('sign_in_failed', message))
  })
})

describe('requireAccount', () => {
  const unknown = 'You have no account on this service.'
  const unverified = 'The provider has not verified your e-mail address.'

  test('accepts a user', () => {
    expect(requireAccount(user, { email: null })).toBe(user)
  })

  test.each([
    ['a deleted user', { ...user, deletedAt: new Date() }, user.email, unknown],
    ['a deleted user without a verified address', { ...user, deletedAt: new Date() }, null, unknown],
    ['somebody without an account', null, user.email, unknown],
    ['somebody without a verified address', null, null, unverified],
  ])('refuses %s', (_name, row, email, message) => {
    expect(() => requireAccount(row, { email })).toThrow(refusal('sign_in_refused', message))
  })
})
