/** What a row came to. */
export interface Verdict {
  figure: string
  passes: boolean
}

/** What one test measured, as the tests of the server report it. */
export interface Reported {
  name: string
  figures: Record<string, number | string>
}

interface Assertion {
  status: string
  fullName: string
  failureMessages: string[]
}

/** The part of vitest's JSON report that tells how the tests ended. */
export interface TestReport {
  success: boolean
  numPassedTests: number
  testResults: { message: string; assertionResults: Assertion[] }[]
}

const inWords = ({ name, figures }: Reported) =>
  `${name}: ${Object.entries(figures)
    .map(([what, value]) => `${what} ${typeof value === 'number' ? value.toLocaleString('en') : value}`)
    .join(', ')}`

const firstLine = (text = '') => text.split('\n').find((line) => line.trim()) ?? ''

const failureOf = ({ testResults }: TestReport) => {
  const failed = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .find(({ status }) => status === 'failed')
  if (failed) return `${failed.fullName}: ${firstLine(failed.failureMessages[0])}`
  return firstLine(testResults.find(({ message }) => message)?.message) || 'a test file could not be run'
}

/** Judges a row by its tests' report, null when there is none, and by what they measured. No test is no proof. */
export const judge = (report: TestReport | null, reported: Reported[]): Verdict => {
  const measured = reported.map(inWords)
  if (!report) return { passes: false, figure: ['it did not come to its end', ...measured].join('; ') }
  if (!report.success) return { passes: false, figure: [failureOf(report), ...measured].join('; ') }
  if (report.numPassedTests === 0) return { passes: false, figure: 'no test ran' }
  return {
    passes: true,
    figure: [...measured, report.numPassedTests === 1 ? '1 test' : `${report.numPassedTests} tests`].join('; '),
  }
}
