import { describe, expect, test } from 'vitest'
import { MAX_PAGE, Page, toFieldErrors } from '../src/index.js'

describe('T2 a page', () => {
  test.each([
    ['1', 1],
    ['007', 7],
    [`${MAX_PAGE}`, 1_000],
    [1, 1],
    [1_000, 1_000],
  ])('has %j assets at most', (limit, read) => {
    expect(Page.parse({ limit })).toEqual({ limit: read })
  })

  test.each(['0', '1001', '', ' 1', '1 ', '-1', '1.5', '1e2', 'ten', '0000000001', 0, 1_001, 1.5, null])(
    'does not have %j',
    (limit) => {
      expect(Page.safeParse({ limit }).success).toBe(false)
    },
  )

  test('says what a size is', () => {
    const query = { limit: 'ten' }
    const { error } = Page.safeParse(query)

    expect(toFieldErrors('/query', error?.issues ?? [], query)).toEqual([
      { pointer: '/query/limit', code: 'invalid_value', detail: 'must be a number' },
    ])
  })

  test.each(['c', 'c'.repeat(512)])('starts at a cursor', (cursor) => {
    expect(Page.parse({ cursor })).toEqual({ cursor })
  })

  test.each(['', 'c'.repeat(513), 1, null])('does not start at %j', (cursor) => {
    expect(Page.safeParse({ cursor }).success).toBe(false)
  })

  test('is the whole list without either', () => {
    expect(Page.parse({})).toEqual({})
  })
})
