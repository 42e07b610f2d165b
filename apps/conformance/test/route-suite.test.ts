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

/** Its subject is the memory of the service, and the proxy would read for the slow reader. */
const apart = 'test/routes/get-tag-assets-stream.test.ts'

const { PATH, HOME, TMPDIR, TEST_DATABASE_URL } = process.env

test("prism between client and server finds no fault with any answer in the server's own tests", async () => {
  const args = [vitest, 'run', ...suite, '--exclude', apart, '--reporter=json']
  const env = { PATH, HOME, TMPDIR, TEST_DATABASE_URL, VALIDATING_PROXY: resolve('@stoplight/prism-cli') }

  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: server, env, maxBuffer: 2 ** 26 }).catch(
    (error: { stdout: string }) => error,
  )

  const { testResults, numPassedTests } = JSON.parse(stdout)
  const failed = testResults.filter(({ status }: { status: string }) => status !== 'passed')
  expect(failed).toEqual([])
  expect(numPassedTests).toBeGreaterThan(150)
}, 300_000)
