import { expect, test } from 'vitest'
import { toBands } from '../../src/wall/layout/bands.js'

/** Days with those numbers of pictures, newest first. */
function daysOf(...counts: number[]) {
  return counts.map((count, index) => ({ key: `2024-07-${31 - index}`, count, pictures: null }))
}

/** How many pictures the days of each band have. */
function bandsOf(counts: number[], width: number): number[][] {
  return toBands(daysOf(...counts), width).map(({ days }) => days.map(({ section }) => section.count))
}

test('short days stand beside each other, and a long one alone', () => {
  expect(bandsOf([1, 1, 1, 1, 40, 1, 2, 1], 1_150)).toEqual([[1, 1, 1], [1], [40], [1, 2], [1]])
})

test('a day on a phone has the whole width', () => {
  expect(bandsOf([1, 1, 2], 390)).toEqual([[1], [1], [2]])
})

test.each([600, 1_185, 3_840])('days overlap nowhere, and end within %i pixels', (width) => {
  const counts = Array.from({ length: 200 }, (_, index) => 1 + ((index * 7) % 13))

  for (const { days } of toBands(daysOf(...counts), width)) {
    for (const [index, { left, width: own }] of days.entries()) {
      expect(own).toBeGreaterThan(0)
      expect(left + own).toBeLessThan(days[index + 1]?.left ?? width + 1)
    }
  }
})

test('every day is in one band, in the order of the days', () => {
  const days = daysOf(1, 3, 20, 1, 1, 2, 1)

  const placed = toBands(days, 1_280).flatMap(({ days }) => days.map(({ section }) => section))

  expect(placed).toEqual(days)
})
