import { describe, expect, test } from 'vitest'
import { requireAlbum, requireOwner } from '../../src/policies/album.js'
import { requireUsable } from '../../src/policies/ids.js'
import { requireOwnTag } from '../../src/policies/tag.js'

/** What a policy says: the code and words of its refusal, or that it lets a request go on. */
function sayingOf(action: () => void): string {
  try {
    action()
    return 'goes on'
  } catch (error) {
    const { code, message } = error as { code: string; message: string }
    return `${code}: ${message}`
  }
}

const album = { id: 'album', ownerId: 'owner', sharedUsers: [{ userId: 'other' }, { userId: 'friend' }] }
const tag = { id: 'tag', userId: 'owner' }
const noAlbum = 'not_found: There is no such album.'
const noTag = 'not_found: There is no such tag.'

describe('policies', () => {
  test('requireAlbum returns the album, or throws when there is none', () => {
    expect(requireAlbum(album)).toBe(album)
    expect(sayingOf(() => requireAlbum(null))).toBe(noAlbum)
  })

  test.each([
    ['owner', album, 'goes on'],
    ['friend', album, 'forbidden: Only the owner of the album may add users to it.'],
    ['stranger', album, noAlbum],
    ['owner', null, noAlbum],
  ])('U1 requireOwner: %s of %o %s', (id, row, saying) => {
    expect(sayingOf(() => requireOwner({ id }, row, 'add users to it'))).toBe(saying)
  })

  test.each([
    ['owner', tag, 'goes on'],
    ['stranger', tag, noTag],
    ['owner', null, noTag],
  ])('T1 requireOwnTag: %s of %o %s', (id, row, saying) => {
    expect(sayingOf(() => requireOwnTag({ id }, row))).toBe(saying)
  })

  test('requireUsable accepts lists without unusable ids', () => {
    expect(() => requireUsable({ property: 'assetIds', ids: ['a', 'b'], unusable: null })).not.toThrow()
  })

  test('C8 requireUsable names an unusable id', () => {
    const detail = 'There is no a that you may use.'
    const unusable = { positions: [1], count: 1 }

    expect(() => requireUsable({ property: 'assetIds', ids: ['b', 'a'], unusable })).toThrow(
      expect.objectContaining({
        message: 'One position holds an id that you may not use. Nothing was written.',
        errors: [{ pointer: '/assetIds/1', code: 'unusable_id', detail }],
      }),
    )
  })

  test('C8 requireUsable points at every position of an unusable id, in every list', () => {
    const lists = [
      { property: 'assetIds', ids: ['a', 'b', 'a'], unusable: { positions: [0, 2], count: 2 } },
      { property: 'sharedWithUserIds', ids: ['c'], unusable: { positions: [0], count: 1 } },
    ]

    expect(() => requireUsable(...lists)).toThrow(
      expect.objectContaining({
        code: 'unusable_ids',
        message: '3 positions hold an id that you may not use. Nothing was written.',
        errors: ['/assetIds/0', '/assetIds/2', '/sharedWithUserIds/0'].map((pointer) =>
          expect.objectContaining({ pointer }),
        ),
      }),
    )
  })

  test('C8 requireUsable names a hundred positions at most, and counts all of them', () => {
    const ids = Array.from({ length: 200 }, () => 'a')
    const unusable = { positions: [...ids.keys()].slice(0, 100), count: 200 }
    const lists = ['assetIds', 'sharedWithUserIds'].map((property) => ({ property, ids, unusable }))

    expect(() => requireUsable(...lists)).toThrow(
      expect.objectContaining({ errorCount: 400, errors: expect.objectContaining({ length: 100 }) }),
    )
  })
})
