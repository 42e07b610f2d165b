import { describe, expect, test } from 'vitest'
import { nextLink, readCursor } from '../../src/answers/pages.js'

const assetId = '01900000-0000-7000-8000-00000000abcd'
const path = '/api/tag/x/assets'

function encode(text: string) {
  return Buffer.from(text, 'latin1').toString('base64url')
}

function cursorIn(link: string) {
  return /cursor=([^&>]*)/.exec(link)?.[1]
}

describe('a cursor (T2)', () => {
  test('is in the link to the next page, with the limit and the filters', () => {
    const link = nextLink(path, { limit: 25, shared: true, assetId: undefined }, { at: new Date(1_500), id: assetId })

    expect(link).toBe(`<${path}?limit=25&shared=true&cursor=${encode(`1500.${assetId}`)}>; rel="next"`)
  })

  test.each([0, -1, 1_720_974_068_000, 999_999_999_999_999, -99_999_999_999_999])('restores the moment %i', (ms) => {
    const position = { at: new Date(ms), id: assetId }

    expect(readCursor(cursorIn(nextLink(path, { limit: 1 }, position)))).toEqual(position)
  })

  test('may be missing', () => {
    expect(readCursor(undefined)).toBeNull()
  })

  test.each([
    ['nothing', ''],
    ['no id', '1'],
    ['no moment', `.${assetId}`],
    ['a moment that is none', `1.5.${assetId}`],
    ['a moment before all time', `-100000000000000.${assetId}`],
    ['a moment beyond it', `1000000000000000.${assetId}`],
    ['something before', ` 1.${assetId}`],
    ['something after', `1.${assetId} `],
    ['another sign between', `1-${assetId}`],
    ['an id in upper case', `1.${assetId.toUpperCase()}`],
    ['an id without dashes', `1.${assetId.replaceAll('-', '')}`],
    ['a short id', `1.${assetId.slice(0, -1)}`],
    ['an id that is none', `1.${assetId.replace('abcd', 'wxyz')}`],
  ])('with %s is refused', (_name, text) => {
    expect(() => readCursor(encode(text))).toThrow(
      expect.objectContaining({
        code: 'invalid_request',
        message: '/query/cursor is not a cursor of this service.',
        errors: [
          { pointer: '/query/cursor', code: 'invalid_value', detail: 'must come from the `Link` of another page' },
        ],
      }),
    )
  })
})
