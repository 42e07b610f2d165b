import { expect, test } from 'vitest'
import type { Picture } from '../../src/picture/picture.js'
import { createSelection } from '../../src/selection/selection.js'

const wall = ['a', 'b', 'c', 'd', 'e'].map(
  (id): Picture => ({
    ...{ id, name: id, type: 'IMAGE', width: 4, height: 3, ratio: 4 / 3, thumbhash: null, hasThumbnail: true },
    ...{ duration: null, livePhotoVideoId: null, ownerId: 'ada' },
    ...{ updatedAt: '2024-07-14T00:00:00.000Z', takenAt: '2024-07-14T00:00:00.000Z' },
  }),
)
const [a, b, , d] = wall as [Picture, Picture, Picture, Picture, Picture]

function idsOf(selection: ReturnType<typeof createSelection>) {
  return selection
    .pictures()
    .map(({ id }) => id)
    .sort()
    .join('')
}

test('a picture that is toggled twice is not selected', () => {
  const selection = createSelection()

  selection.toggle(a)
  selection.toggle(b)
  selection.toggle(a)

  expect(idsOf(selection)).toBe('b')
})

test('a range reaches from the last picture that was toggled, in either direction', () => {
  const selection = createSelection()
  selection.toggle(d)

  selection.extendTo(b, wall)

  expect(idsOf(selection)).toBe('bcd')
})

test('a range without a beginning is one picture', () => {
  const selection = createSelection()

  selection.extendTo(b, wall)

  expect(idsOf(selection)).toBe('b')
})

test('all of a day are selected, and then none of them', () => {
  const selection = createSelection()
  selection.toggle(a)

  selection.toggleAll(wall.slice(0, 3))
  expect(idsOf(selection)).toBe('abc')

  selection.toggleAll(wall.slice(1, 3))
  expect(idsOf(selection)).toBe('a')
})

test('whoever listens hears of each change', () => {
  const selection = createSelection()
  let changes = 0
  const stop = selection.subscribe(() => {
    changes += 1
  })

  selection.toggle(a)
  selection.clear()
  stop()
  selection.toggle(a)

  expect(changes).toBe(2)
})
