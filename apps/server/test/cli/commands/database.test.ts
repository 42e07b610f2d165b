import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { promisify } from 'node:util'
import { findPid } from '@media-library/embedded-postgres'
import { expect, test } from 'vitest'
import { makeFolder } from '../../fixtures/folder.js'
import { makeUsedDataDir } from '../../support/database/data-dir.js'
import { query } from '../../support/database/query.js'
import { runCli, startCli } from '../../support/processes/cli.js'
import { openCliLibrary } from '../../support/processes/cli-library.js'
import { listChildren } from '../../support/processes/process-list.js'
import { serve } from '../../support/processes/serve-process.js'
import { until, within } from '../../support/until.js'

const { PATH } = process.env
const hasPsql = await promisify(execFile)('psql', ['--version']).then(
  () => true,
  () => false,
)
if (!hasPsql)
  process.stderr.write('`database psql` is not tested: there is no psql. Install it (apt install postgresql-client).\n')

const quiet = ['--no-psqlrc', '--no-align', '--tuples-only']

test.runIf(hasPsql)('psql opens the embedded database with its settings, which runs until psql ends', async () => {
  const env = {
    PATH,
    DATA_DIR: await makeUsedDataDir(),
    POSTGRES_SETTINGS: `work_mem=33MB log_line_prefix='%m, "%u" '`,
  }
  const input = 'SHOW work_mem;\nSHOW log_line_prefix;\nSELECT count(*) FROM asset;\n'

  const { stdout, exitCode } = await runCli(['database', 'psql', '--', ...quiet], { env, input })

  expect([stdout, exitCode]).toEqual(['33MB\n%m, "%u" \n0\n', 0])
  expect(await findPid(env.DATA_DIR)).toBeNull()
})

/** The same address with its password among the parameters. */
function withParameter(url: string) {
  const address = new URL(url)
  address.searchParams.set('password', decodeURIComponent(address.password))
  address.password = ''
  return address.href
}

test.runIf(hasPsql).each([
  ['user', (url: string) => url],
  ['parameters', withParameter],
])('psql opens the database of DATABASE_URL, and nobody sees the password in its %s', async (_place, toAddress) => {
  const { url, close } = await openCliLibrary()
  const input = '\\! tr "\\0" " " < /proc/$PPID/cmdline\n\\echo\nSELECT 1;\n'

  const { stdout, exitCode } = await runCli(['database', 'psql', '--', ...quiet], {
    env: { PATH, DATABASE_URL: toAddress(url) },
    input,
  })
  await close()

  expect(exitCode).toBe(0)
  expect(stdout).toMatch(/psql --dbname=postgresql:.*\n1\n$/)
  expect(stdout).not.toContain(new URL(url).password)
})

test.runIf(hasPsql)('the exit code is that of psql', async () => {
  const { url, close } = await openCliLibrary()

  const args = ['database', 'psql', '--', '--command', 'SELECT no_such_column']
  const { stderr, exitCode } = await runCli(args, { env: { PATH, DATABASE_URL: url } })
  await close()

  expect(stderr).toContain('no_such_column')
  expect(exitCode).toBe(1)
})

test.runIf(hasPsql)('Ctrl-C is for psql, which ends as if nothing stood before it', async () => {
  const { url, close } = await openCliLibrary()
  const child = startCli(['database', 'psql', '--', ...quiet], { PATH, DATABASE_URL: url })
  const ended = once(child, 'exit')
  child.stdin.end('SELECT pg_sleep(10000);\n')
  await until(
    async () => (await query(url, `SELECT FROM pg_stat_activity WHERE query ~ '^SELECT pg_sleep'`)).length > 0,
  )
  const [psql = 0] = await listChildren(child.pid, 'psql')

  // A terminal sends it to both. A script of psql that is interrupted ends with 3.
  for (const pid of [child.pid ?? 0, psql]) process.kill(pid, 'SIGINT')

  expect(await within('the end of psql', ended)).toEqual([3, null])
  await close()
})

test('without psql, it says how to install it, and what else opens the database', async () => {
  const { url, close } = await openCliLibrary()

  const { stderr, exitCode } = await runCli(['database', 'psql'], { env: { PATH: '/nonexistent', DATABASE_URL: url } })
  await close()

  expect(stderr).toMatch(/psql is not installed\. Install .*`media-library database url`/)
  expect(exitCode).toBe(1)
})

test('the address is printed for an embedded database that runs, and else what starts it', async () => {
  const env = { DATA_DIR: await makeUsedDataDir(), MEDIA_LIBRARY_DEMO: 'false' }
  const before = await runCli(['database', 'url'], { env })
  const { stop } = await serve(env, ['--no-worker'])

  const { stdout } = await runCli(['database', 'url'], { env })
  await stop()

  expect(stdout).toMatch(/^postgresql:\/\/media_library:[\w-]+@127\.0\.0\.1:\d+\/media_library\n$/)
  expect(before).toMatchObject({
    stdout: '',
    exitCode: 1,
    stderr: expect.stringContaining('Start `media-library serve`'),
  })
})

test.each(['psql', 'url'])('%s names a folder without a library, and creates none', async (name) => {
  const env = { DATA_DIR: await makeFolder() }

  const { stderr, exitCode } = await runCli(['database', name], { env })

  expect(stderr).toContain(`there is no library in ${env.DATA_DIR}.`)
  expect(exitCode).toBe(1)
})
