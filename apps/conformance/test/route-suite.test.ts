import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'

const { resolve } = createRequire(import.meta.url)
const server = join(resolve('@media-library/server/main'), '../..')
const vitest = join(resolve('vitest/package.json'), '../vitest.mjs')

/** What calls the service as its users do. 408 and 431 are not there: no proxy passes on what it could not read itself. */
const suite = [
  'test/routes',
  ...['flow', 'faults', 'refused', 'browser', 'session', 'session-cookie'].map(
    (name) => `test/sign-in/${name}.test.ts`,
  ),
  'test/http/rate-limit.test.ts',
  'test/fake-service.test.ts',
]

/** Many at once, and lists too long for a proxy that reads them whole. */
const masses = ['races', 'longest-lists'].flatMap((name) => ['--exclude', `test/routes/${name}.test.ts`])

/** Prism passes on neither HEAD nor the host that a browser's page came from, and takes its time over lists of 100,000. */
const names = '^(?!.*(HEAD|old browser|100,000))'

const args = ['run', ...suite, ...masses, '-t', names, '--maxWorkers', '1', '--reporter', 'json']

const { PATH, HOME, TMPDIR, TEST_DATABASE_URL } = process.env
const env = { PATH, HOME, TMPDIR, TEST_DATABASE_URL, VALIDATING_PROXY: resolve('@stoplight/prism-cli') }

interface Report {
  numPassedTests: number
  testResults: { name: string; status: string; message: string; assertionResults: { failureMessages: string[] }[] }[]
}

/** The report of the tests, which is there when they fail, too. */
const runTests = async (): Promise<Report> => {
  const folder = await mkdtemp(join(tmpdir(), 'report-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'report.json')
  const run = promisify(execFile)(process.execPath, [vitest, ...args, '--outputFile', file], { cwd: server, env })
  const output = await run.then(
    () => '',
    (error: { stdout: string; stderr: string }) => error.stdout + error.stderr,
  )
  return JSON.parse(await readFile(file, 'utf8').catch(() => expect.fail(output)))
}

test("prism between client and server finds no fault with any answer in the server's own tests", async () => {
  const { testResults, numPassedTests } = await runTests()

  const failed = testResults.filter(({ status }) => status === 'failed')
  const reasons = failed.map(({ name, message, assertionResults }) => [
    name,
    message,
    ...assertionResults.flatMap(({ failureMessages }) => failureMessages),
  ])
  expect(reasons).toEqual([])
  expect(numPassedTests).toBeGreaterThan(180)
}, 600_000)
