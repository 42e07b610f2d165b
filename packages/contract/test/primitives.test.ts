import { describe, expect, test } from 'vitest'
import { Id, Ids, MAX_IDS, text } from '../src/index.js'

const id = 'f81d4fae-7dec-71d0-a765-00a0c91e6bf6'

describe('ids', () => {
  test.each([
    ['version 7', id],
    ['version 4', '9b2d0c5e-3b1f-4c58-8f86-0d5e0c1c2f3a'],
    ['nil', '00000000-0000-0000-0000-000000000000'],
    ['max', 'ffffffff-ffff-ffff-ffff-ffffffffffff'],
  ])('%s is accepted in either case, and becomes lower case (C1)', (_name, value) => {
    expect(Id.parse(value.toUpperCase())).toBe(value)
  })

  test.each(['', 'album', id.slice(1), `${id} `, id.replaceAll('-', ''), `{${id}}`, 7, null])(
    '%j is not an id (C1)',
    (value) => {
      expect(Id.safeParse(value).success).toBe(false)
    },
  )

  test('a list has at most 100,000 (C7)', () => {
    const full = Array.from({ length: MAX_IDS }, () => id)

    expect(Ids.safeParse(full).success).toBe(true)
    expect(Ids.safeParse([...full, id]).success).toBe(false)
    expect(Ids.safeParse([]).success).toBe(true)
  })
})

describe('text', () => {
  test.each(['', 'abc', '🏔🏔🏔', '日本語', 'a\nb'])('%j counts as at most three characters (C6)', (value) => {
    expect(text(3).parse(value)).toBe(value)
  })

  test.each(['abcd', '🏔🏔🏔🏔', 'a\0', '\ud800', 'a\udc00', 1, null])('%j is refused (C6)', (value) => {
    expect(text(3).safeParse(value).success).toBe(false)
  })
})
