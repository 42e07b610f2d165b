import { expect, test } from 'vitest'
import type { Picture } from '../../src/pictures/picture.js'
import { createSelection } from '../../src/selection/selection.js'

const wall = ['a', 'b', 'c', 'd', 'e'].map(
  (id): Picture => ({
    id,
    name: id,
    type: 'IMAGE',
    width: 4,
    height: 3,
    ratio: 4 / 3,
    thumbhash: null,
    hasThumbnail: true,
    duration: null,
    livePhotoVideoId: null,
    place: null,
    ownerId: 'ada',
    isFavorite: false,
    isArchived: false,
    isTrashed: false,
    updatedAt: '2024-07-14T00:00:00.000Z',
    takenAt: '2024-07-14T00:00:00.000Z',
  }),
)

test('a range without a beginning is one picture', () => {
  const selection = createSelection()

  selection.extendTo(wall[1] as Picture, wall)

  expect(selection.pictures().map(({ id }) => id)).toEqual(['b'])
})

test('a range takes back what the one before it has added, and nothing else', () => {
  const selection = createSelection()
  const [, b, c, d, e] = wall as [Picture, Picture, Picture, Picture, Picture]
  selection.toggle(d)
  selection.toggle(b)

  selection.extendTo(e, wall)
  selection.extendTo(c, wall)

  expect(
    selection
      .pictures()
      .map(({ id }) => id)
      .sort(),
  ).toEqual(['b', 'c', 'd'])
})
