import { AvatarColor, User } from '@media-library/contract'
import { describe, expect, test } from 'vitest'
import { toAvatarColor, toUser, toUserRow } from '../../src/users/to-user.js'
import { makeUserRow } from '../fixtures/user-row.js'

const row = makeUserRow({
  isAdmin: true,
  storageLabel: 'ada',
  externalPath: '/home/ada',
  oauthIssuer: 'https://id.example.org/',
  oauthId: 'sub',
  shouldChangePassword: true,
  quotaBytes: 5_000,
  updatedAt: new Date(1),
})

describe('toUser', () => {
  test('shows users their own private fields (C15)', () => {
    const user = toUser(row, row.id)

    expect(User.parse(user)).toEqual(user)
    const { storageLabel, externalPath, oauthId, shouldChangePassword } = row
    expect(user).toMatchObject({ storageLabel, externalPath, oauthId, shouldChangePassword, quotaSizeInBytes: 5_000 })
  })

  test('blanks private fields for everybody else (C15)', () => {
    const user = toUser(row, 'somebody')

    expect(user).toMatchObject({ storageLabel: null, externalPath: null, oauthId: '', shouldChangePassword: false })
    expect(user).toMatchObject({ quotaSizeInBytes: null, quotaUsageInBytes: null })
    expect(user).toMatchObject({ email: row.email, name: row.name, isAdmin: true })
  })

  test('the colour is derived from the e-mail address, and every colour occurs (C16)', () => {
    const colors = new Set(Array.from({ length: 500 }, (_, index) => toAvatarColor(`user-${index}@example.org`)))

    expect(toAvatarColor('ada@example.org')).toBe(toAvatarColor('ADA@example.org'))
    expect(colors).toEqual(new Set(AvatarColor.options))
  })

  test.each([
    ['ada@example.org', 'primary'],
    ['Ben@Example.org', 'green'],
    ['admin@immich.cloud', 'orange'],
  ])('the colour of %s is always %s, as in Immich (C16)', (email, color) => {
    expect(toAvatarColor(email)).toBe(color)
  })

  test('a stored colour takes precedence (C16)', () => {
    expect(toUser({ ...row, avatarColor: 'pink' }, row.id).avatarColor).toBe('pink')
  })
})

test('toUserRow makes of the JSON of a user what the user was', () => {
  const deleted = makeUserRow({ deletedAt: new Date(2) })

  for (const user of [row, deleted]) expect(toUserRow(JSON.parse(JSON.stringify(user)))).toEqual(user)
})
