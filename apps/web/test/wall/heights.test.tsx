import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type Block, frameAt } from '../../src/wall/layout/blocks.js'
import { useHeights } from '../../src/wall/layout/heights.js'

test('the height of each block is estimated once, however often it is asked for', () => {
  let reads = 0
  const blocks = Array.from({ length: 100 }, (_, index): Block => {
    const group = {
      key: `2024-01-${index}`,
      days: [],
      get count() {
        reads += 1
        return 20
      },
    }
    return { key: group.key, groups: [group], count: 20 }
  })
  const frame = frameAt(1_000)

  const { result } = renderHook(() => useHeights('estimated once', blocks, frame))
  for (let call = 0; call < 3 * blocks.length; call += 1) result.current.toHeight(call % blocks.length)

  expect(reads).toBe(blocks.length)
})
