import { describe, expect, test } from 'vitest'
import { requireOwner } from '../../src/policies/album.js'
import { requireUsable } from '../../src/policies/ids.js'
import { requireOwnTag } from '../../src/policies/tag.js'

const codeOf = (action: () => void): string => {
  try {
    action()
    return 'goes on'
  } catch (error) {
    return (error as { code: string }).code
  }
}

const album = { id: 'album', ownerId: 'owner', sharedUsers: [{ userId: 'friend' }] }
const tag = { id: 'tag', userId: 'owner', name: 'beach', type: 'CUSTOM' as const, createdAt: new Date() }

describe('policies', () => {
  test.each([
    ['owner', album, 'goes on'],
    ['friend', album, 'forbidden'],
    ['stranger', album, 'not_found'],
    ['owner', null, 'not_found'],
  ])('requireOwner: %s of %o %s', (id, row, outcome) => {
    expect(codeOf(() => requireOwner({ id }, row))).toBe(outcome)
  })

  test.each([
    ['owner', tag, 'goes on'],
    ['stranger', tag, 'not_found'],
    ['owner', null, 'not_found'],
  ])('requireOwnTag: %s of %o %s', (id, row, outcome) => {
    expect(codeOf(() => requireOwnTag({ id }, row))).toBe(outcome)
  })

  test('requireUsable lets lists without unusable ids go on', () => {
    expect(codeOf(() => requireUsable({ property: 'assetIds', ids: ['a', 'b'], unusable: [] }))).toBe('goes on')
  })

  test('requireUsable points at every position of an unusable id, in every list', () => {
    const lists = [
      { property: 'assetIds', ids: ['a', 'b', 'a'], unusable: ['a'] },
      { property: 'sharedWithUserIds', ids: ['c'], unusable: ['c'] },
    ]

    expect(() => requireUsable(...lists)).toThrow(
      expect.objectContaining({
        code: 'unusable_ids',
        errors: ['/assetIds/0', '/assetIds/2', '/sharedWithUserIds/0'].map((pointer) =>
          expect.objectContaining({ pointer }),
        ),
      }),
    )
  })
})
