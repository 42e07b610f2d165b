import { expect, test } from 'vitest'
import { rowHeightAt } from '../../src/wall/layout/bands.js'
import { boxesBetween, estimateHeight, type Frame, GAP, HEADING, layOut } from '../../src/wall/layout/boxes.js'

const frameAt = (width: number): Frame => ({ width, rowHeight: rowHeightAt(width) })

const ratios = Array.from({ length: 500 }, (_, index) => [1.5, 0.67, 1.78, 1][index % 4] ?? 1)

test.each([320, 768, 1_280, 3_840])('rows fill a width of %i pixels, and nothing overlaps', (width) => {
  const { boxes, height } = layOut(ratios, frameAt(width))

  expect(boxes).toHaveLength(ratios.length)
  for (const { left, width: own } of boxes) expect(left + own).toBeLessThanOrEqual(width + 1)
  for (const [index, box] of boxes.entries()) {
    const next = boxes[index + 1]
    if (next && next.top === box.top) expect(next.left).toBeGreaterThanOrEqual(box.left + box.width + GAP - 0.01)
  }
  expect(boxes[0]?.top).toBe(HEADING)
  expect(height).toBeGreaterThanOrEqual(Math.max(...boxes.map((box) => box.top + box.height)))
})

test('an estimate is near what the pictures take', () => {
  for (const width of [360, 1_280, 3_840]) {
    const share = estimateHeight(ratios.length, frameAt(width)) / layOut(ratios, frameAt(width)).height

    expect(share).toBeGreaterThan(0.6)
    expect(share).toBeLessThan(1.7)
  }
})

test('only what lies between two heights is found', () => {
  const { boxes } = layOut(ratios, frameAt(1_280))
  const [from, to] = boxesBetween(boxes, 1_000, 2_000)

  for (const [index, { top, height }] of boxes.entries()) {
    expect(index >= from && index < to).toBe(top + height >= 1_000 && top <= 2_000)
  }
})
