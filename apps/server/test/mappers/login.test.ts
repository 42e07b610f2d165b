import { Login } from '@media-library/contract'
import { expect, test } from 'vitest'
import { toLogin } from '../../src/mappers/login.js'

test('toLogin maps the user and the session token', () => {
  const row = {
    id: '01900000-0000-7000-8000-000000000001',
    email: 'ada@example.org',
    name: 'Ada',
    isAdmin: true,
    avatarColor: null,
    profileImagePath: '/ada.jpg',
    storageLabel: 'ada',
    externalPath: '/home/ada',
    oauthIssuer: '',
    oauthId: '',
    shouldChangePassword: true,
    memoriesEnabled: true,
    quotaBytes: null,
    createdAt: new Date(0),
    updatedAt: new Date(0),
    deletedAt: null,
  }

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
