// Names each failed test of the reports that the packages' tests leave behind, and sums them.
// Tests that did not come to run count as one failure.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'

/** The tasks that test, and the report that each leaves. */
const reportOf = {
  test: 'test-results.json',
  'test:root': 'root-results.json',
  'test:commands': 'commands-results.json',
  'test:torture': 'torture-results.json',
  'test:pooler': 'pooler-results.json',
  'test:journeys': 'journeys-results.json',
  'test:packed': 'packed-results.json',
  'test:platforms': 'platforms-results.json',
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
const missing = expected.filter((file) => !existsSync(file))
const reports = files.map((file) => JSON.parse(readFileSync(file, 'utf8')))

const notLoaded = reports
  .flatMap(({ testResults }) => testResults)
  .filter(({ status, assertionResults }) => {
    return status === 'failed' && !assertionResults.some((result) => result.status === 'failed')
  })
const notRun = missing.length + notLoaded.length

for (const file of missing) process.stdout.write(`✗ ${file} was not written: its tests did not run to their end.\n`)
for (const { name, message } of notLoaded) process.stdout.write(`✗ ${inTree(name)}\n${indented(message)}`)
for (const { name, assertionResults } of reports.flatMap(({ testResults }) => testResults)) {
  for (const { status, fullName, failureMessages } of assertionResults) {
    if (status !== 'failed') continue
    process.stdout.write(`✗ ${inTree(name)}: ${fullName}\n${indented(failureMessages.join('\n'))}`)
  }
}

function inTree(file) {
  return relative(process.cwd(), file)
}

/** The first lines of a message, short enough that many failures still fit on one screen. */
function indented(message) {
  const lines = message.split('\n').slice(0, 8)
  return lines.map((line) => `    ${line.slice(0, 200)}\n`).join('')
}

function sum(field) {
  return reports.reduce((total, report) => total + report[field], 0)
}
process.stdout.write(`${sum('numPassedTests')} passed, ${sum('numFailedTests') + notRun} failed\n`)
