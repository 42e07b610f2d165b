import { AvatarColor, User } from '@media-library/contract'
import { describe, expect, test } from 'vitest'
import { avatarColorOf, toUser } from '../../src/mappers/user.js'

const row = {
  id: '01900000-0000-7000-8000-000000000001',
  email: 'ada@example.org',
  name: 'Ada',
  isAdmin: true,
  avatarColor: null,
  profileImagePath: '',
  storageLabel: 'ada',
  externalPath: '/home/ada',
  oauthIssuer: 'https://id.example.org/',
  oauthId: 'sub',
  shouldChangePassword: true,
  memoriesEnabled: true,
  quotaBytes: null,
  createdAt: new Date(0),
  updatedAt: new Date(1),
  deletedAt: null,
}

describe('toUser', () => {
  test('C15 shows users their own private fields', () => {
    const user = toUser(row, row.id)

    expect(User.parse(user)).toEqual(user)
    expect(user).toMatchObject({
      storageLabel: 'ada',
      externalPath: '/home/ada',
      oauthId: 'sub',
      shouldChangePassword: true,
    })
  })

  test('C15 blanks private fields for everybody else', () => {
    const user = toUser(row, 'somebody')

    expect(user).toMatchObject({ storageLabel: null, externalPath: null, oauthId: '', shouldChangePassword: false })
    expect(user).toMatchObject({ email: row.email, name: row.name, isAdmin: true })
  })

  test('C16 the colour is derived from the e-mail address, and every colour occurs', () => {
    const colors = new Set(Array.from({ length: 500 }, (_, index) => avatarColorOf(`user-${index}@example.org`)))

    expect(avatarColorOf('ada@example.org')).toBe(avatarColorOf('ADA@example.org'))
    expect(colors).toEqual(new Set(AvatarColor.options))
  })

  test.each([
    ['ada@example.org', 'purple'],
    ['Ben@Example.org', 'gray'],
    ['cleo@example.org', 'amber'],
  ])('C16 the colour of %s is always %s', (email, color) => {
    expect(avatarColorOf(email)).toBe(color)
  })

  test('C16 a stored colour takes precedence', () => {
    expect(toUser({ ...row, avatarColor: 'pink' }, row.id).avatarColor).toBe('pink')
  })
})
