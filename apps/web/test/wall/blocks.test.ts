import { expect, test } from 'vitest'
import { findDay, frameAt, toBlocks, toGroups } from '../../src/wall/layout/blocks.js'
import { perRow } from '../../src/wall/layout/boxes.js'

/** Creates days of one month with those numbers of pictures, newest first. */
function makeDays(month: string, ...counts: number[]) {
  const bucket = { size: 'MONTH' as const, from: `${month}-01` }
  return counts.map((count, index) => ({ key: `${month}-${28 - index}`, count, pictures: null, bucket }))
}

/** Returns the numbers of pictures of the days under each heading. */
function countGroups(sections: ReturnType<typeof makeDays>): number[][] {
  return toGroups(sections).map(({ days }) => days.map(({ count }) => count))
}

test('a day has a heading of its own where its month has many pictures', () => {
  expect(countGroups(makeDays('2024-07', 1, 8, 3))).toEqual([[1], [8], [3]])
})

test('months with few pictures have one heading within a year', () => {
  const days = [
    ...makeDays('2024-07', 1, 2),
    ...makeDays('2024-03', 4),
    ...makeDays('2023-12', 3),
    ...makeDays('2023-11', 12),
  ]

  expect(countGroups(days)).toEqual([[1, 2, 4], [3], [12]])
})

test.each([390, 1_185, 3_840])('each block has enough to fill some rows of %i pixels', (width) => {
  const days = makeDays('2024-07', ...Array.from({ length: 20 }, (_, index) => 1 + ((index * 7) % 13)))

  for (const { count } of toBlocks(days, width)) expect(count).toBeGreaterThanOrEqual(3 * perRow(frameAt(width)))
})

test('every day is in one block, in the order of the days', () => {
  const days = [...makeDays('2024-07', 1, 3, 20, 1, 1, 2, 1), ...makeDays('2023-01', 1, 1)]

  const placed = toBlocks(days, 1_280).flatMap(({ groups }) => groups.flatMap(({ days }) => days))

  expect(placed).toEqual(days)
})

test.each([
  ['a day within a block', '2024-07-26', '2024-07-26'],
  ['the next older day of a day without photos', '2024-08-15', '2024-07-28'],
  ['the heading of months that share one', '2023-01-28', '2023-01-28'],
  ['the last day for one before all of them', '2001-01-01', '2023-01-28'],
  ['the first day for one after all of them', '2030-01-01', '2024-07-28'],
])('a date leads to %s', (_what, asked, key) => {
  const blocks = toBlocks([...makeDays('2024-07', 5, 6, 20), ...makeDays('2023-01', 1, 1)], 1_280)

  const { index, group } = findDay(blocks, asked)

  expect(blocks[index]?.groups[group]?.key).toBe(key)
})
