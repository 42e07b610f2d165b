import { beforeEach, expect, test } from 'vitest'
import { hasLeft, openLeft, toKey } from '../../src/uploads/remembered.js'

const ada = 'ada'
const [dog, cat, fish] = [
  { name: 'dog.jpg', size: 1 },
  { name: 'cat.jpg', size: 2, albumId: 'pets' },
  { name: 'fish.jpg', size: 3 },
]

beforeEach(() => localStorage.clear())

test('two tabs that send at once keep the names of each other, and remove their own', () => {
  const [one, other] = [openLeft(ada), openLeft(ada)]

  one.add(dog)
  one.keep()
  other.add(cat)
  other.add(fish)
  other.keep()
  one.keep()
  other.remove(toKey(fish))
  other.keep()

  expect([...openLeft(ada).files.values()]).toEqual([dog, cat])
  one.remove(toKey(dog))
  one.keep()
  expect([...openLeft(ada).files.values()]).toEqual([cat])
})

test('forgetting what an earlier page left takes nothing from a tab that sends', () => {
  const earlier = openLeft(ada)
  earlier.add(dog)
  earlier.keep()
  const [one, other] = [openLeft(ada), openLeft(ada)]
  other.add(cat)
  other.keep()

  one.clear()
  one.keep()

  expect([...openLeft(ada).files.values()]).toEqual([cat])
  other.remove(toKey(cat))
  other.keep()
  expect(hasLeft(ada)).toBe(false)
})
