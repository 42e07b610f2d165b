import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createRecentAttempts } from '../../src/admission/recent-attempts.js'

const MINUTE = 60_000

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'Date'] })
})

afterEach(() => {
  vi.useRealTimers()
})

/** Reads after how many seconds a key may try again. */
function secondsLeft(attempts: ReturnType<typeof createRecentAttempts>, key: string) {
  return attempts.tooMany(key, 'Too many attempts.').headers['Retry-After']
}

test('attempts are forgotten a minute after the first, and not before, however many follow', () => {
  const attempts = createRecentAttempts({ windowMs: MINUTE, most: 10 })
  attempts.add('ada')
  vi.advanceTimersByTime(MINUTE - 1)
  attempts.add('ada')
  const [before, left] = [attempts.count('ada'), secondsLeft(attempts, 'ada')]

  vi.advanceTimersByTime(1)

  expect([before, left, attempts.count('ada')]).toEqual([2, '1', 0])
})

test.each([
  ['ahead', 730],
  ['back', -730],
])('a clock that is set %s neither forgets attempts nor keeps them for longer', (_way, days) => {
  const attempts = createRecentAttempts({ windowMs: MINUTE, most: 10 })
  attempts.add('ada')

  vi.setSystemTime(Date.now() + days * 86_400_000)

  expect([attempts.count('ada'), secondsLeft(attempts, 'ada')]).toEqual([1, '60'])
  vi.advanceTimersByTime(MINUTE)
  expect(attempts.count('ada')).toBe(0)
})

test('an attempt is taken back once, also after its window', () => {
  const attempts = createRecentAttempts({ windowMs: MINUTE, most: 10 })
  const takeBack = attempts.add('ada')
  attempts.add('ada')
  takeBack()
  const remaining = attempts.count('ada')
  vi.advanceTimersByTime(MINUTE)
  const takeBackLater = attempts.add('ada')
  vi.advanceTimersByTime(MINUTE)
  attempts.add('ada')

  takeBackLater()

  expect([remaining, attempts.count('ada')]).toEqual([1, 1])
})

test('only the keys that began last are remembered', () => {
  const attempts = createRecentAttempts({ windowMs: MINUTE, most: 2 })

  for (const key of ['ada', 'ben', 'ada', 'cy']) attempts.add(key)

  expect(['ada', 'ben', 'cy'].map(attempts.count)).toEqual([0, 1, 1])
})
