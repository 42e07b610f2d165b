import { describe, expect, test } from 'vitest'
import { MAX_PAGE, Page, toFieldErrors } from '../src/index.js'

describe('a page (T2)', () => {
  test.each([
    ['1', 1],
    ['007', 7],
    [`${MAX_PAGE}`, 1_000],
    [1, 1],
    [1_000, 1_000],
  ])('accepts a limit of %j', (limit, read) => {
    expect(Page.parse({ limit })).toEqual({ limit: read })
  })

  test.each(['0', '1001', '', ' 1', '1 ', '-1', '1.5', '1e2', 'ten', '0000000001', 0, 1_001, 1.5, null])(
    'refuses a limit of %j',
    (limit) => {
      expect(Page.safeParse({ limit }).success).toBe(false)
    },
  )

  test.each([
    ['ten', 'invalid_value', 'must be a whole number'],
    ['1.5', 'invalid_value', 'must be a whole number'],
    ['-1', 'too_small', 'must be at least 1'],
    ['10000000000', 'too_big', 'must be at most 1000'],
  ])('explains what is wrong with a limit of %s', (limit, code, detail) => {
    const query = { limit }
    const { error } = Page.safeParse(query)

    expect(toFieldErrors('/query', error?.issues ?? [], query)).toEqual([{ pointer: '/query/limit', code, detail }])
  })

  test.each(['c', 'c'.repeat(512)])('starts at a cursor', (cursor) => {
    expect(Page.parse({ cursor })).toEqual({ cursor })
  })

  test.each(['', 'c'.repeat(513), 1, null])('refuses the cursor %j', (cursor) => {
    expect(Page.safeParse({ cursor }).success).toBe(false)
  })

  test('is the whole list without limit and cursor', () => {
    expect(Page.parse({})).toEqual({})
  })
})
