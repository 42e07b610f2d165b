/** Derives the result of a row from the report of its tests, if there is one. A row without a passed test does not hold. */
export function toRowResult(report: TestReport | null, reported: Reported[]): RowResult {
  const measured = reported.map(inWords)
  if (!report) return { passes: false, figure: ['it did not finish', ...measured].join('; ') }
  if (!report.success) return { passes: false, figure: [failureOf(report), ...measured].join('; ') }
  const count = report.numPassedTests
  if (count === 0) return { passes: false, figure: 'no tests ran' }
  return { passes: true, figure: [...measured, count === 1 ? '1 test' : `${count} tests`].join('; ') }
}

export interface RowResult {
  figure: string
  passes: boolean
}

/** What one test measured, as `report` of the server's tests writes it. */
export interface Reported {
  name: string
  figures: Record<string, number | string>
}

/** The part of vitest's JSON report that holds the results. */
export interface TestReport {
  success: boolean
  numPassedTests: number
  testResults: {
    message: string
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
  }[]
}

function inWords({ name, figures }: Reported): string {
  const words = Object.entries(figures).map(([what, value]) => `${what} ${value.toLocaleString('en')}`)
  return `${name}: ${words.join(', ')}`
}

function failureOf({ testResults }: TestReport): string {
  const failed = testResults.flatMap((file) => file.assertionResults).find(({ status }) => status === 'failed')
  if (failed) return `${failed.fullName}: ${firstLine(failed.failureMessages[0])}`
  return firstLine(testResults.find(({ message }) => message)?.message) || 'a test file could not be run'
}

function firstLine(text = ''): string {
  return text.split('\n').find((line) => line.trim()) ?? ''
}
