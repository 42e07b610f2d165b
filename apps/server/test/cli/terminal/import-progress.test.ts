import { PassThrough } from 'node:stream'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createImportProgress } from '../../../src/cli/terminal/progress.js'
import { startSummary } from '../../../src/import/summary.js'

/** A terminal, and what was written to it. */
function openTerminal() {
  const stream = Object.assign(new PassThrough(), { isTTY: true, columns: 120 }) as unknown as NodeJS.WriteStream
  return { stream, said: () => String((stream as unknown as PassThrough).read() ?? '') }
}

test('the bar of an import begins without a rate that nobody knows yet', () => {
  const { stream, said } = openTerminal()
  const view = createImportProgress(stream)

  view.show({ ...startSummary('/photos', 'library'), done: 0, total: 10 })
  view.stop()

  const shown = said()
  expect(shown).toContain('0 of 10 | 0.0 files/s | --:--:-- left')
  expect(shown).not.toMatch(/Infinity|NaN/)
})

test('a folder without any progress has no bar', () => {
  const { stream, said } = openTerminal()

  createImportProgress(stream).stop()

  expect(said()).toBe('')
})

test('the time left of an import that goes on is that of the files it reads, not of those it had read', () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const { stream, said } = openTerminal()
  const view = createImportProgress(stream)
  const showAfter = (seconds: number, done: number) => {
    vi.setSystemTime(Date.now() + seconds * 1_000)
    view.show({ ...startSummary('/photos', 'library'), done, total: 100_000 })
  }
  showAfter(5, 50_000)
  for (let done = 50_000; done < 54_000; done += 40) showAfter(1, done + 40)
  view.stop()

  // 46,000 files at 40 a second.
  expect(said()).toMatch(/40 files\/s \| 00:19:10 left/)
})

test('a folder that grows while its files are counted has no time left, and never less', () => {
  const { stream, said } = openTerminal()
  const view = createImportProgress(stream)

  view.show({ ...startSummary('/photos', 'library'), done: 12, total: 10 })
  view.stop()

  expect(said()).toMatch(/ 100% .* 00:00:00 left/)
})
