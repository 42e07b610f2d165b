import { Login } from '@media-library/contract'
import { expect, test } from 'vitest'
import { toLogin } from '../../src/sign-in/begin-session.js'
import { makeUserRow } from '../fixtures/user-row.js'

test('toLogin maps the user and the session token', () => {
  const row = makeUserRow({ isAdmin: true, profileImagePath: '/ada.jpg', shouldChangePassword: true })

  const login = toLogin(row, 'mls_1')

  expect(login).toEqual({
    accessToken: 'mls_1',
    userId: row.id,
    userEmail: 'ada@example.org',
    name: 'Ada',
    isAdmin: true,
    profileImagePath: '/ada.jpg',
    shouldChangePassword: true,
  })
  expect(Login.parse(login)).toEqual(login)
})
