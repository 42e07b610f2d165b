import { Album } from '@media-library/contract'
import { describe, expect, test } from 'vitest'
import type { AlbumRow } from '../../src/albums/album.js'
import { toAlbum } from '../../src/albums/to-album.js'
import { makeUserRow } from '../fixtures/user-row.js'

function makeUser(id: string) {
  return makeUserRow({ id, storageLabel: `label of ${id}` })
}

const row: AlbumRow = {
  id: 'album',
  ownerId: 'ada',
  owner: makeUser('ada'),
  albumName: 'Summer',
  description: 'By the lake',
  albumThumbnailAssetId: 'photo',
  isActivityEnabled: true,
  isOldestFirst: false,
  createdAt: new Date(1),
  updatedAt: new Date(2),
  sharedUsers: [makeUser('cleo'), makeUser('ben')],
  assetCount: 3,
  startDate: new Date(3),
  endDate: new Date(4),
  lastModified: new Date(5),
  coverId: 'photo',
  hasSharedLink: false,
}

const empty = { assetCount: 0, startDate: null, endDate: null, lastModified: null, coverId: null }

describe('toAlbum', () => {
  test('maps every field of an album (A3, A6, C2, C12)', () => {
    const { owner, sharedUsers, ...album } = toAlbum(row, 'ada')

    expect(album).toEqual({
      id: 'album',
      ownerId: 'ada',
      albumName: 'Summer',
      description: 'By the lake',
      albumThumbnailAssetId: 'photo',
      assetCount: 3,
      createdAt: '1970-01-01T00:00:00.001Z',
      updatedAt: '1970-01-01T00:00:00.002Z',
      startDate: '1970-01-01T00:00:00.003Z',
      endDate: '1970-01-01T00:00:00.004Z',
      lastModifiedAssetTimestamp: '1970-01-01T00:00:00.005Z',
      hasSharedLink: false,
      isActivityEnabled: true,
      order: 'desc',
      shared: true,
    })
    expect([owner, ...sharedUsers].map(({ id }) => id)).toEqual(['ada', 'cleo', 'ben'])
  })

  test('leaves out the dates of an empty album, and reports that it is not shared (A5, A6)', () => {
    const album = toAlbum({ ...row, sharedUsers: [], ...empty }, 'ada')

    expect(album).toMatchObject({ assetCount: 0, albumThumbnailAssetId: null, shared: false, sharedUsers: [] })
    expect(Object.keys(album).filter((key) => /Date|Timestamp/.test(key))).toEqual([])
    expect(Album.omit({ assets: true }).parse(album)).toEqual(album)
  })

  test.each(['ada', 'ben'])('shows private fields of %s to them alone (C15)', (viewer) => {
    const { owner, sharedUsers } = toAlbum(row, viewer)

    const labels = [owner, ...sharedUsers].map(({ storageLabel }) => storageLabel).filter((label) => label !== null)
    expect(labels).toEqual([`label of ${viewer}`])
  })
})
