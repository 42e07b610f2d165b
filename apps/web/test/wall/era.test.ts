import { expect, test } from 'vitest'
import { blockAt, eraAround, toTops } from '../../src/wall/layout/era.js'

const heights = Array.from({ length: 10_000 }, (_, index) => 1_000 + (index % 7) * 500)
const tops = topsOfAll(heights)

function topsOfAll(all: number[]) {
  return toTops((index) => all[index] ?? 0, all.length)
}

function toHeight({ from, to }: { from: number; to: number }) {
  return (tops[to] ?? 0) - (tops[from] ?? 0)
}

test('all of a wall scrolls at once while a browser can scroll that far (W5)', () => {
  const small = topsOfAll([300, 200, 500])

  expect(eraAround(small, 2)).toEqual({ from: 0, to: 3 })
})

test.each([0, 1, 4_999, 9_998, 9_999])('of a huge wall, the part around block %i scrolls (W5)', (index) => {
  const era = eraAround(tops, index)

  expect(era.from).toBeLessThanOrEqual(index)
  expect(era.to).toBeGreaterThan(index)
  expect(toHeight(era)).toBeLessThan(9_000_000)
  expect(toHeight(era)).toBeGreaterThan(7_000_000)
})

test('a day of more than that scrolls whole (W5)', () => {
  const huge = topsOfAll([500, 30_000_000, 500])

  expect(eraAround(huge, 1)).toEqual({ from: 0, to: 2 })
})

test('a height belongs to the block that begins at or above it', () => {
  expect([0, 299, 300, 999, 5_000].map((height) => blockAt(topsOfAll([300, 200, 500]), height))).toEqual([
    0, 0, 1, 2, 2,
  ])
})
