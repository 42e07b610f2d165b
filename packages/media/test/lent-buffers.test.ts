import { expect, test } from 'vitest'
import { lendBuffer } from '../src/files/read-chunks.js'

const LARGE = 256 * 1024

test('a buffer is lent again when its loan ends, unless something may still read from it', () => {
  const [one, other] = [lendBuffer(LARGE), lendBuffer(LARGE)]
  one.end(true)
  other.end(false)

  const next = [lendBuffer(LARGE), lendBuffer(LARGE)].map(({ buffer }) => buffer)

  expect(next[0]).toBe(one.buffer)
  expect(next).not.toContain(other.buffer)
})

test('beyond 64 large buffers, each further one is small', () => {
  const loans = Array.from({ length: 100 }, () => lendBuffer(10 * LARGE))

  const sizes = loans.map(({ buffer }) => buffer.length)

  expect(sizes.filter((size) => size === LARGE).length).toBeLessThanOrEqual(64)
  expect(sizes.at(-1)).toBe(16 * 1024)
  for (const { end } of loans) end(true)
})
