import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makeFolder } from '../../fixtures/folder.js'
import { makeUsedDataDir } from '../../support/database/data-dir.js'
import { createTestDatabase } from '../../support/database/database.js'
import { limitOf } from '../../support/long.js'
import { runHere } from '../../support/processes/cli.js'
import { holdLock, listenSilently, startServing } from '../../support/processes/starting.js'

async function leaveStrayFile() {
  const folder = await makeFolder({ 'postgres.lock': '' })
  const before = new Date(Date.now() - 60_000)
  await utimes(join(folder, 'postgres.lock'), before, before)
  return { DATA_DIR: folder }
}

/** Root may write everywhere but where the kernel itself makes the files. */
const READ_ONLY = '/proc/sys/kernel'

async function withPassword(password: string) {
  const { url, drop } = await createTestDatabase()
  onTestFinished(drop)
  const address = new URL(url)
  address.password = password
  return { DATABASE_URL: address.href }
}

const faults: [string, () => Promise<Record<string, string>>, RegExp][] = [
  ['a folder that cannot be written', async () => ({ DATA_DIR: READ_ONLY }), /cannot write in \/proc.*DATA_DIR/],
  [
    'a file in the way of its folder',
    async () => ({ DATA_DIR: join(await makeFolder({ file: '' }), 'file/library') }),
    /cannot create the data folder.*DATA_DIR/,
  ],
  ['a stray file for its lock', leaveStrayFile, /postgres\.lock is in the way.*Move it away/],
  [
    'a database that nobody runs',
    async () => ({ DATABASE_URL: 'postgresql://ada:secret@127.0.0.1:1/library' }),
    /DATABASE_URL at 127\.0\.0\.1:1\/library: connect ECONNREFUSED.*Start PostgreSQL there/,
  ],
  [
    'a wrong password',
    () => withPassword('secret'),
    /DATABASE_URL at .*: password authentication failed.*Correct the user/,
  ],
]

test.each(faults)('with %s, a start reports the fault and its remedy', async (_, prepare, words) => {
  const env = { PORT: '0', LOG_LEVEL: 'warn', ...(await prepare()) }
  const startedAt = performance.now()

  const { stderr, exitCode } = await runHere(['serve'], env)

  expect(performance.now() - startedAt).toBeLessThan(limitOf(5_000))
  expect(stderr).toMatch(words)
  expect(stderr).not.toContain('secret')
  expect(exitCode).toBe(1)
})

test.each([
  ['work_mem=5x', 'invalid value for parameter "work_mem": "5x". Valid units for this parameter are'],
  ['no_such_setting=1', 'unrecognized configuration parameter "no_such_setting"'],
  ['port=5432', 'port is reserved'],
])('with POSTGRES_SETTINGS=%s, a start reports why the database refuses it', async (settings, reason) => {
  const env = { DATA_DIR: await makeUsedDataDir(), PORT: '0', POSTGRES_SETTINGS: settings }

  const { stderr, exitCode } = await runHere(['serve'], env)

  expect(stderr).toContain('POSTGRES_SETTINGS: ')
  expect(stderr).toContain(reason)
  expect(exitCode).toBe(78)
})

/** Faults whose connections are still open when they are reported. */
const hanging: [string, () => Promise<NodeJS.ProcessEnv>, RegExp][] = [
  [
    'a database that takes connections and stays silent',
    async () => ({ DATABASE_URL: await listenSilently() }),
    /DATABASE_URL at 127\.0\.0\.1:\d+\/library: it does not answer in time\. Check that/,
  ],
  ['no password', () => withPassword(''), /DATABASE_URL at .*: it requires a password, and the address has none\. Set/],
]

test.each(hanging)('with %s, a start reports the fault and its remedy, and exits', async (_, prepare, words) => {
  const { ended, said } = startServing(await prepare())

  await expect.poll(said, { timeout: limitOf(5_000) }).toMatch(words)
  const { code } = await ended

  expect(said()).not.toContain('secret')
  expect(code).toBe(1)
})

test('it reports what it waits for', async () => {
  const { child, ended, said } = startServing({ DATA_DIR: await holdLock() })

  await expect.poll(said).toMatch(/Waiting for another process.*postgres\.lock/)

  child.kill('SIGTERM')
  expect((await ended).code).toBe(0)
})
