import { describe, expect, test } from 'vitest'
import { requireAlbum, requireCover, requireOwner } from '../../src/albums/access.js'
import { requireUsable } from '../../src/answers/refusals.js'
import { requireAsset, requirePicture, requireSelf } from '../../src/assets/access.js'
import { requireFreeName, requireTag } from '../../src/tags/access.js'

/** What a policy says: the code and words of its refusal, or that it lets a request go on. */
function catchMessage(action: () => void): string {
  try {
    action()
    return 'goes on'
  } catch (error) {
    const { code, message } = error as { code: string; message: string }
    return `${code}: ${message}`
  }
}

const album = { ownerId: 'owner' }
const tag = { id: 'tag', userId: 'owner' }
const noAlbum = 'not_found: There is no such album.'
const noTag = 'not_found: There is no such tag.'

describe('policies', () => {
  test.each<[string, (found: object | null) => object, string]>([
    ['requireAlbum', requireAlbum, noAlbum],
    ['requireAsset', requireAsset, 'not_found: There is no such asset.'],
    ['requireTag', requireTag, noTag],
  ])('%s returns what was found, or throws when there is nothing', (_name, require, saying) => {
    const found = { id: 'found' }

    expect(require(found)).toBe(found)
    expect(catchMessage(() => require(null))).toBe(saying)
  })

  test.each([
    ['owner', album, 'goes on'],
    ['friend', album, 'forbidden: Only the owner of the album may add users to it.'],
    ['stranger', null, noAlbum],
  ])('requireOwner: %s of %o %s (U1)', (id, row, saying) => {
    expect(catchMessage(() => requireOwner({ id }, row, 'add users to it'))).toBe(saying)
  })

  test('requireCover accepts an asset that the album lists, and names any other', () => {
    const detail = 'There is no photo in the album.'

    expect(() => requireCover('photo', true)).not.toThrow()
    expect(() => requireCover('photo', false)).toThrow(
      expect.objectContaining({
        code: 'unusable_ids',
        message: 'The cover is not an asset of the album. Nothing was written.',
        errors: [{ pointer: '/albumThumbnailAssetId', code: 'unusable_id', detail }],
        errorCount: 1,
      }),
    )
  })

  test.each([
    ['owner', 'goes on'],
    [undefined, 'goes on'],
    ['friend', 'not_found: There is no such user, or you may not list their assets.'],
  ])('requireSelf: the assets of %s are wanted by the owner, who %s', (userId, saying) => {
    expect(catchMessage(() => requireSelf({ id: 'owner' }, userId))).toBe(saying)
  })

  test.each([
    ['queued', 'The thumbnail is being made.', { 'Retry-After': '2' }],
    ['running', 'The thumbnail is being made.', { 'Retry-After': '2' }],
    ['failed', 'This asset has no thumbnail, and none is being made.', undefined],
    [null, 'This asset has no thumbnail, and none is being made.', undefined],
  ] as const)('requirePicture: without a file, and its job %s', (pictureJob, message, headers) => {
    expect(() => requirePicture({ pictureJob }, {})).not.toThrow()
    expect(() => requirePicture({ pictureJob }, null)).toThrow(
      expect.objectContaining({ code: 'not_generated', message, ...(headers && { headers }) }),
    )
  })

  test('requireFreeName names a name that is taken', () => {
    const detail = 'is the name of another tag of yours'

    expect(requireFreeName(tag, 'lake')).toBe(tag)
    expect(() => requireFreeName('taken', 'lake')).toThrow(
      expect.objectContaining({
        code: 'name_taken',
        message: 'You already have a tag "lake".',
        errors: [{ pointer: '/name', code: 'name_taken', detail }],
      }),
    )
  })

  test('requireFreeName shortens a long name, and cuts no character', () => {
    const sixty = 'x'.repeat(60)

    expect(() => requireFreeName('taken', sixty)).toThrow(`You already have a tag "${sixty}".`)
    expect(() => requireFreeName('taken', `${sixty}y`)).toThrow(`You already have a tag "${sixty}…".`)
    expect(() => requireFreeName('taken', `${'x'.repeat(59)}😀`)).toThrow(`"${'x'.repeat(59)}\uFFFD…"`)
  })

  const usable = { property: 'assetIds', ids: ['a', 'b'], unusable: null }

  test('requireUsable accepts lists without unusable ids', () => {
    expect(() => requireUsable(usable)).not.toThrow()
  })

  test.each([
    [
      [usable, { property: 'sharedWithUserIds', ids: ['c', 'd'], unusable: { positions: [1], count: 1 } }],
      'One position holds an id that you may not use. Nothing was written.',
      { '/sharedWithUserIds/1': 'd' },
    ],
    [
      [
        { property: 'assetIds', ids: ['a', 'b', 'a'], unusable: { positions: [0, 2], count: 2 } },
        { property: 'sharedWithUserIds', ids: ['c'], unusable: { positions: [0], count: 1 } },
      ],
      '3 positions hold an id that you may not use. Nothing was written.',
      { '/assetIds/0': 'a', '/assetIds/2': 'a', '/sharedWithUserIds/0': 'c' },
    ],
  ])('requireUsable points at every unusable id of %o (C8)', (lists, message, unusable) => {
    const errors = Object.entries(unusable).map(([pointer, id]) => ({
      pointer,
      code: 'unusable_id',
      detail: `There is no ${id} that you may use.`,
    }))

    expect(() => requireUsable(...lists)).toThrow(expect.objectContaining({ code: 'unusable_ids', message, errors }))
  })

  test('requireUsable names a hundred positions at most, and counts all of them (C8)', () => {
    const ids = Array.from({ length: 200 }, () => 'a')
    const unusable = { positions: [...ids.keys()].slice(0, 100), count: 200 }
    const lists = ['assetIds', 'sharedWithUserIds'].map((property) => ({ property, ids, unusable }))

    expect(() => requireUsable(...lists)).toThrow(
      expect.objectContaining({ errorCount: 400, errors: expect.objectContaining({ length: 100 }) }),
    )
  })
})
