import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
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

test('a folder that grows while its files are counted has no time left, and never less', () => {
  const { stream, said } = openTerminal()
  const view = createImportProgress(stream)

  view.show({ ...startSummary('/photos', 'library'), done: 12, total: 10 })
  view.stop()

  expect(said()).toMatch(/ 100% .* 00:00:00 left/)
})
