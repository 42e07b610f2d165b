import { describe, expect, test } from 'vitest'
import { AssetFilter, ShareKey, UpdateAsset } from '../src/index.js'

describe('a query', () => {
  test.each([
    ['true', true],
    ['false', false],
    [true, true],
    [false, false],
  ])('has the flag %j', (isArchived, read) => {
    expect(AssetFilter.parse({ isArchived })).toEqual({ isArchived: read })
  })

  test.each(['', 'TRUE', 'true ', ' false', 'untrue', '1', 1, null])('has no flag %j', (isArchived) => {
    expect(AssetFilter.safeParse({ isArchived }).success).toBe(false)
  })

  test.each(['2024-02-29', '2024-02-29T12:00:00Z', '2024-02-29T12:00:00.5+02:00'])('has the moment %s', (moment) => {
    expect(AssetFilter.parse({ updatedAfter: moment })).toEqual({ updatedAfter: moment })
  })

  test.each(['', '2023-02-29', '2024-02-29T12:00:00', '1709208000'])('has no moment "%s"', (updatedAfter) => {
    expect(AssetFilter.safeParse({ updatedAfter }).success).toBe(false)
  })

  test.each(['9999-12-31T23:59:59-14:00', '0000-12-31', '0000-12-31T23:00:00-02:00', '0001-01-01T00:00:00+14:00'])(
    'has the moment %s, which nothing can store, because no answer could name it',
    (moment) => {
      expect(AssetFilter.safeParse({ updatedAfter: moment }).success).toBe(true)
      expect(UpdateAsset.safeParse({ dateTimeOriginal: moment }).success).toBe(false)
    },
  )

  test.each([
    ['0', 0],
    ['999999999', 999_999_999],
    ['1000000000', 1_000_000_000],
    ['999999999999999', 999_999_999_999_999],
  ])('has the number %s', (skip, read) => {
    expect(AssetFilter.parse({ skip })).toEqual({ skip: read })
  })

  test.each(['1000000000000000', 'x1', '1x', '--1', '0123456789'])('has no number %s', (skip) => {
    expect(AssetFilter.safeParse({ skip }).success).toBe(false)
  })

  test('may have the key of a share link, of up to 512 characters', () => {
    expect(ShareKey.parse({ key: 'k' })).toEqual({ key: 'k' })
    expect(ShareKey.safeParse({ key: 'k'.repeat(512) }).success).toBe(true)
    expect(ShareKey.safeParse({ key: 'k'.repeat(513) }).success).toBe(false)
    expect(ShareKey.parse({ kay: 'k' })).toEqual({})
  })
})
