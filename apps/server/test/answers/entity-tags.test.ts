import { expect, test } from 'vitest'
import { isNamed } from '../../src/answers/entity-tags.js'

test.each(['"a"', 'W/"a"', '*', '"b", "a"', '"a","b"', '  W/"a"  , "b"', '"b", *'])('T3 %s names "a"', (header) => {
  expect(isNamed('"a"', header)).toBe(true)
})

test.each(['', 'a', '"b"', '"A"', '"aW/"', '"a" "b"', 'w/"a"', 'W/W/"a"', '"W/"a""'])('T3 %s does not', (header) => {
  expect(isNamed('"a"', header)).toBe(false)
})
