import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type TestReport, toRowResult } from '../../scripts/torture/row-result.js'
import { rows } from '../../scripts/torture/rows.js'

const tests = new URL('../', import.meta.url)
const page = readFileSync(new URL('../../../../docs/reliability.md', import.meta.url), 'utf8')

test.each(rows)('the test files of $name exist', ({ files }) => {
  expect(files.filter((file) => !existsSync(new URL(file, tests)))).toEqual([])
})

test('docs/reliability.md has every row', () => {
  const lines = page.split('\n')

  expect(rows.filter(({ name }) => !lines.some((line) => line.startsWith(`| \`${name}\``)))).toEqual([])
})

const passed: TestReport = { success: true, numPassedTests: 2, testResults: [] }

const failed: TestReport = {
  success: false,
  numPassedTests: 1,
  testResults: [
    {
      message: '',
      assertionResults: [
        { status: 'passed', fullName: 'one', failureMessages: [] },
        { status: 'failed', fullName: 'two', failureMessages: ['expected 1 to be 2\n    at line 3'] },
      ],
    },
  ],
}

const measured = [{ name: '20 kills', figures: { albums: 1234, 'slowest in ms': 12 } }]

test('a row whose tests pass reports what they measured', () => {
  expect(toRowResult(passed, measured)).toEqual({
    passes: true,
    figure: '20 kills: albums 1,234, slowest in ms 12; 2 tests',
  })
})

test('a row that fails reports the failed test first', () => {
  expect(toRowResult(failed, measured)).toEqual({
    passes: false,
    figure: 'two: expected 1 to be 2; 20 kills: albums 1,234, slowest in ms 12',
  })
})

test('a file that does not load fails its row', () => {
  const report = { success: false, numPassedTests: 0, testResults: [{ message: 'no such file', assertionResults: [] }] }

  expect(toRowResult(report, [])).toEqual({ passes: false, figure: 'no such file' })
})

test('a row that did not finish fails', () => {
  expect(toRowResult(null, [])).toEqual({ passes: false, figure: 'it did not finish' })
})

test('a row whose tests were all skipped fails', () => {
  expect(toRowResult({ ...passed, numPassedTests: 0 }, [])).toEqual({ passes: false, figure: 'no tests ran' })
})
