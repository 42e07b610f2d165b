import { expect, test } from 'vitest'
import { toTag } from '../../src/tags/to-tag.js'

test('toTag shows the fields of the contract alone', () => {
  const tag = { id: 'tag', name: 'lake', type: 'CUSTOM', userId: 'ada' } as const

  expect(toTag({ ...tag, createdAt: new Date(0) } as typeof tag)).toEqual(tag)
})
