// Sums the reports that the packages' tests leave behind. Tests that did not come to run count as one failure.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

/** The tasks that test, and the report that each leaves. */
const reportOf = {
  test: 'test-results.json',
  'test:root': 'root-results.json',
  'test:packed': 'packed-results.json',
  'test:walks': 'walks-results.json',
}

// With a base, what it did not change is left out.
const affected = process.env.TURBO_SCM_BASE ? ['--affected'] : []
const plan = execFileSync('node_modules/.bin/turbo', ['run', ...Object.keys(reportOf), ...affected, '--dry=json'], {
  encoding: 'utf8',
  maxBuffer: 2 ** 28,
})
const expected = JSON.parse(plan)
  .tasks.filter(({ task, command }) => task in reportOf && command !== '<NONEXISTENT>')
  .map(({ task, directory }) => `${directory}/${reportOf[task]}`)
const files = expected.filter((file) => existsSync(file))
const reports = files.map((file) => JSON.parse(readFileSync(file, 'utf8')))

const notLoaded = reports
  .flatMap(({ testResults }) => testResults)
  .filter(({ status, assertionResults }) => {
    return status === 'failed' && !assertionResults.some((result) => result.status === 'failed')
  })
const notRun = expected.length - files.length + notLoaded.length

function sum(field) {
  return reports.reduce((total, report) => total + report[field], 0)
}
process.stdout.write(`${sum('numPassedTests')} passed, ${sum('numFailedTests') + notRun} failed\n`)
