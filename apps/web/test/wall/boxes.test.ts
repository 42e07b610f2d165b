import { expect, test } from 'vitest'
import { frameAt } from '../../src/wall/layout/blocks.js'
import { boxesBetween, estimateHeight, GAP, HEADING, layOut } from '../../src/wall/layout/boxes.js'

const makeRatios = (count: number) => Array.from({ length: count }, (_, index) => [1.5, 0.67, 1.78, 1][index % 4] ?? 1)

/** Days with few pictures and some with many, as libraries have them. */
const days = Array.from({ length: 40 }, (_, index) => makeRatios([3, 1, 14, 2, 6][index % 5] ?? 1))
const count = days.flat().length

test.each([320, 768, 1_280, 3_840])('rows fill a width of %i pixels, and nothing overlaps', (width) => {
  const { boxes, height } = layOut(days, frameAt(width))

  expect(boxes).toHaveLength(count)
  for (const { left, width: own } of boxes) expect(left + own).toBeLessThanOrEqual(width + 1)
  for (const [index, box] of boxes.entries()) {
    const next = boxes[index + 1]
    if (next && next.top === box.top) expect(next.left).toBeGreaterThanOrEqual(box.left + box.width + GAP - 0.01)
    else if (next) expect(next.top).toBeGreaterThanOrEqual(box.top + box.height + GAP - 0.01)
  }
  expect(boxes[0]?.top).toBe(HEADING)
  expect(height).toBeGreaterThanOrEqual(Math.max(...boxes.map((box) => box.top + box.height)))
})

test.each([{ width: 1_280 }, { width: 2_400 }])('pictures fill 85 percent of $width pixels', ({ width }) => {
  const { boxes, height } = layOut(days, frameAt(width))
  const area = boxes.reduce((sum, box) => sum + box.width * box.height, 0)

  expect(area / (width * height)).toBeGreaterThan(0.85)
})

test.each([320, 768, 1_280, 3_840])('rows of %i pixels are equally high, and show most of each picture', (width) => {
  const { boxes } = layOut(days, frameAt(width))
  const shown = days.flat().map((ratio, index) => (boxes[index]?.width ?? 0) / (boxes[index]?.height ?? 0) / ratio)

  expect(new Set(boxes.map(({ height }) => height)).size).toBe(1)
  expect(Math.min(...shown)).toBeGreaterThan(0.6)
  expect(Math.max(...shown)).toBeLessThanOrEqual(1.5)
})

test('a heading stands above the first picture of its day, and none overlaps another one', () => {
  const { boxes, headings } = layOut(days, frameAt(1_280))
  let first = 0
  for (const [index, heading] of headings.entries()) {
    expect(boxes[first]).toMatchObject({ left: heading.left, top: heading.top + HEADING })
    const next = headings[index + 1]
    if (next?.top === heading.top) expect(heading.left + heading.width).toBeLessThanOrEqual(next.left)
    first += days[index]?.length ?? 0
  }
})

test.each([768, 1_280, 3_840])('a row of %i pixels that has headings begins with one', (width) => {
  const { headings } = layOut(days, frameAt(width))

  const rows = new Set(headings.map(({ top }) => top))
  expect(headings.filter(({ left }) => left === 0)).toHaveLength(rows.size)
})

test.each([390, 1_280])('a day whose pictures have just gone takes no room in a wall of %i pixels', (width) => {
  const { boxes, headings, height } = layOut([makeRatios(3), [], makeRatios(2)], frameAt(width))
  const without = layOut([makeRatios(3), makeRatios(2)], frameAt(width))

  expect({ boxes, height }).toEqual({ boxes: without.boxes, height: without.height })
  expect([headings[0], headings[2]]).toEqual(without.headings)
})

test('a day on a phone shares no row', () => {
  const { headings } = layOut(days, frameAt(390))

  expect(new Set(headings.map(({ top }) => top)).size).toBe(days.length)
})

test('an estimate is near what the pictures take', () => {
  const counts = days.map(({ length }) => length)
  for (const width of [360, 1_280, 3_840]) {
    const share = estimateHeight(counts, frameAt(width)) / layOut(days, frameAt(width)).height

    expect(share).toBeGreaterThan(0.6)
    expect(share).toBeLessThan(1.7)
  }
})

test('only what lies between two heights is found', () => {
  const { boxes } = layOut(days, frameAt(1_280))
  const [from, to] = boxesBetween(boxes, 1_000, 2_000)

  for (const [index, { top, height }] of boxes.entries()) {
    expect(index >= from && index < to).toBe(top + height >= 1_000 && top <= 2_000)
  }
})
