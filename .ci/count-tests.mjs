// Sums the reports that the packages' tests leave behind. Tests that did not come to run count as one failure.
import { existsSync, readdirSync, readFileSync } from 'node:fs'

const tested = ['apps', 'packages']
  .flatMap((folder) => readdirSync(folder).map((name) => `${folder}/${name}`))
  .filter((folder) => existsSync(`${folder}/test`))
const files = tested.map((folder) => `${folder}/test-results.json`).filter((file) => existsSync(file))
const reports = files.map((file) => JSON.parse(readFileSync(file, 'utf8')))

const notLoaded = reports
  .flatMap(({ testResults }) => testResults)
  .filter(({ status, assertionResults }) => {
    return status === 'failed' && !assertionResults.some((result) => result.status === 'failed')
  })
const notRun = tested.length - files.length + notLoaded.length

const sum = (field) => reports.reduce((total, report) => total + report[field], 0)
process.stdout.write(`${sum('numPassedTests')} passed, ${sum('numFailedTests') + notRun} failed\n`)
