// Sums the reports that the packages' tests leave behind. Tests that did not come to run count as one failure.
import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** The scripts that test, and the report that each leaves. */
const reportOf = { test: 'test-results.json', 'test:packed': 'packed-results.json' }

const expected = ['apps', 'packages']
  .flatMap((folder) => readdirSync(folder).map((name) => `${folder}/${name}`))
  .filter((folder) => existsSync(`${folder}/package.json`))
  .flatMap((folder) => {
    const { scripts = {} } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'))
    return Object.keys(reportOf).flatMap((script) => (script in scripts ? [`${folder}/${reportOf[script]}`] : []))
  })
const files = expected.filter((file) => existsSync(file))
const reports = files.map((file) => JSON.parse(readFileSync(file, 'utf8')))

const notLoaded = reports
  .flatMap(({ testResults }) => testResults)
  .filter(({ status, assertionResults }) => {
    return status === 'failed' && !assertionResults.some((result) => result.status === 'failed')
  })
// With a base, what it did not change is left out.
const missing = process.env.TURBO_SCM_BASE ? 0 : expected.length - files.length
const notRun = missing + notLoaded.length

const sum = (field) => reports.reduce((total, report) => total + report[field], 0)
process.stdout.write(`${sum('numPassedTests')} passed, ${sum('numFailedTests') + notRun} failed\n`)
