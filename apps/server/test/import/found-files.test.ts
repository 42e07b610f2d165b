import { expect, test } from 'vitest'
import { createPathSet } from '../../src/import/found-files.js'

test('holds every path that was added, and no other', () => {
  const paths = createPathSet()
  const toPath = (number: number) => `/photos/${number % 100}/IMG_${number}.jpg`

  for (let number = 0; number < 200_000; number += 1) paths.add(toPath(number))
  for (let number = 0; number < 1_000; number += 1) paths.add(toPath(number))

  const numbers = Array.from({ length: 200_000 }, (_, number) => number)
  expect(paths.size).toBe(200_000)
  expect(numbers.filter((number) => !paths.has(toPath(number)))).toEqual([])
  expect(numbers.filter((number) => paths.has(toPath(200_000 + number)))).toEqual([])
})
