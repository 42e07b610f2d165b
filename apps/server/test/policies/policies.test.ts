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
  test('requireAlbum gives the album, unless it is gone', () => {
    expect(requireAlbum(album)).toBe(album)
    expect(sayingOf(() => requireAlbum(null))).toBe(noAlbum)
  })

  test.each([
    ['owner', album, 'goes on'],
    ['friend', album, 'forbidden: Only the owner of the album may add users to it.'],
    ['stranger', album, noAlbum],
    ['owner', null, noAlbum],
  ])('U1 requireOwner: %s of %o %s', (id, row, saying) => {
    expect(sayingOf(() => requireOwner({ id }, row))).toBe(saying)
  })

  test.each([
    ['owner', tag, 'goes on'],
    ['stranger', tag, noTag],
    ['owner', null, noTag],
  ])('T1 requireOwnTag: %s of %o %s', (id, row, saying) => {
    expect(sayingOf(() => requireOwnTag({ id }, row))).toBe(saying)
  })

  test('requireUsable lets lists without unusable ids go on', async () => {
    await expect(requireUsable({ property: 'assetIds', ids: ['a', 'b'], unusable: [] })).resolves.toBeUndefined()
  })

  test('C8 requireUsable says which id cannot be used', async () => {
    const detail = 'There is no a that you may use.'

    await expect(requireUsable({ property: 'assetIds', ids: ['b', 'a'], unusable: ['a'] })).rejects.toThrow(
      expect.objectContaining({
        message: 'One position holds an id that you may not use. Nothing was written.',
        errors: [{ pointer: '/assetIds/1', code: 'unusable_id', detail }],
      }),
    )
  })

  test('requireUsable points at every position of an unusable id, in every list', async () => {
    const lists = [
      { property: 'assetIds', ids: ['a', 'b', 'a'], unusable: ['a'] },
      { property: 'sharedWithUserIds', ids: ['c'], unusable: ['c'] },
    ]

    await expect(requireUsable(...lists)).rejects.toThrow(
      expect.objectContaining({
        code: 'unusable_ids',
        message: '3 positions hold an id that you may not use. Nothing was written.',
        errors: ['/assetIds/0', '/assetIds/2', '/sharedWithUserIds/0'].map((pointer) =>
          expect.objectContaining({ pointer }),
        ),
      }),
    )
  })
})
