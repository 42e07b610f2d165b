import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { createSettling } from '../../src/import/watch/sync-folder.js'
import { makeFolder } from '../fixtures/folder.js'

afterEach(() => {
  vi.useRealTimers()
})

/** Looks at a new file, and again after so many milliseconds. */
async function lookAt(settleMs: number) {
  const path = join(await makeFolder({ 'a.jpg': 'first' }), 'a.jpg')
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  const settling = createSettling(settleMs)
  const isWholeAfter = async (ms: number) => {
    vi.advanceTimersByTime(ms)
    return (await settling.split([{ kind: 'file', path }])).whole.length === 1
  }
  return { path, isWholeAfter }
}

test('a file is whole once it has stayed as it is for 1.5 s (D3)', async () => {
  const { path, isWholeAfter } = await lookAt(1_500)

  const first = [await isWholeAfter(0), await isWholeAfter(1_400)]
  await appendFile(path, 'second')
  const second = [await isWholeAfter(0), await isWholeAfter(1_400), await isWholeAfter(100)]

  expect([first, second]).toEqual([
    [false, false],
    [false, false, true],
  ])
})

test('a file that changed more than 10 s ago is whole at the first look (D3)', async () => {
  const { isWholeAfter } = await lookAt(60_000)

  expect(await isWholeAfter(10_001)).toBe(true)
})
