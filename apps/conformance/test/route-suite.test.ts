import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

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

/** How the service treats slow readers, whom the proxy would read for. */
const slowReaders = 'test/routes/get-tag-assets-stream.test.ts'

/** Prism passes on neither HEAD nor the host that a browser's page came from, and takes its time over lists of 100,000. */
const names = '^(?!.*(HEAD|old browser|100,000))'

const args = ['run', ...suite, '--exclude', slowReaders, '-t', names, '--maxWorkers', '1', '--reporter', 'json']

const { PATH, HOME, TMPDIR, TEST_DATABASE_URL } = process.env
const env = { PATH, HOME, TMPDIR, TEST_DATABASE_URL, VALIDATING_PROXY: resolve('@stoplight/prism-cli') }

interface Report {
  numPassedTests: number
  testResults: { name: string; status: string; message: string; assertionResults: { failureMessages: string[] }[] }[]
}

/** The report of the tests, which is there when they fail, too. */
const runTests = async (): Promise<Report> => {
  const run = promisify(execFile)(process.execPath, [vitest, ...args], { cwd: server, env, maxBuffer: 2 ** 26 })
  const { stdout } = await run.catch((error: { stdout: string }) => error)
  return JSON.parse(stdout)
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
