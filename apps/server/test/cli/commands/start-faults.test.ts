import { once } from 'node:events'
import { readdir, symlink, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { listChecks } from '../../../src/cli/doctor/index.js'
import { MIGRATION_LOCK } from '../../../src/database/migrations/migrations.js'
import { makeFolder } from '../../fixtures/folder.js'
import { makeUsedDataDir } from '../../support/database/data-dir.js'
import { createEmptyDatabase, useDatabase } from '../../support/database/database.js'
import { toBusyLimit } from '../../support/long.js'
import { makeFullDisk } from '../../support/media/full-disk.js'
import { runCli, runHere } from '../../support/processes/cli.js'
import { holdLock, listenSilently, startServing } from '../../support/processes/starting.js'
import { within } from '../../support/until.js'

async function leaveStrayFile() {
  const folder = await makeFolder({ 'postgres.lock': '' })
  const before = new Date(Date.now() - 60_000)
  await utimes(join(folder, 'postgres.lock'), before, before)
  return { DATA_DIR: folder }
}

/** Root may write everywhere but where the kernel itself makes the files. */
const READ_ONLY = '/proc/sys/kernel'

async function withPassword(password: string) {
  const url = await useDatabase()
  const address = new URL(url)
  address.password = password
  return { DATABASE_URL: address.href }
}

const faults: [string, () => Promise<Record<string, string>>, RegExp][] = [
  ['a stray file for its lock', leaveStrayFile, /postgres\.lock is in the way.*Move it away/],
  [
    'a database that nobody runs',
    async () => ({ DATABASE_URL: 'postgresql://ada:secret@127.0.0.1:1/library' }),
    /DATABASE_URL at 127\.0\.0\.1:1\/library cannot be used: connect ECONNREFUSED.*Start PostgreSQL there/,
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

  expect(performance.now() - startedAt).toBeLessThan(toBusyLimit(5_000))
  expect(stderr).toMatch(words)
  expect(stderr).not.toContain('secret')
  expect(exitCode).toBe(1)
})

test.each([
  ['work_mem=5x', 'invalid value for parameter "work_mem": "5x". Valid units for this parameter are'],
  ['no_such_setting=1', 'unrecognized configuration parameter "no_such_setting"'],
  ['port=5432', 'the setting port cannot be set: its value is fixed.'],
])('with POSTGRES_SETTINGS=%s, a start reports why the database refuses it', async (settings, reason) => {
  const env = { DATA_DIR: await makeUsedDataDir(), PORT: '0', POSTGRES_SETTINGS: settings }

  const { stderr, exitCode } = await runHere(['serve'], env)

  expect(stderr).toContain('POSTGRES_SETTINGS: ')
  expect(stderr).toContain(reason)
  expect(exitCode).toBe(78)
})

/** Folders of which no file can be stored. */
const unusable: [string, () => Promise<string>][] = [
  ['cannot be created', neverCreated],
  ['cannot be written', async () => READ_ONLY],
  ['is a file', async () => join(await makeFolder({ file: '' }), 'file')],
  ['lies below a file', async () => join(await makeFolder({ file: '' }), 'file/library')],
  ['is a link to nowhere', linkToNowhere],
]

/** Node's own recursive `mkdir` never returns there. */
async function neverCreated() {
  return '/proc/library'
}

async function linkToNowhere() {
  const link = join(await makeFolder(), 'link')
  await symlink('/nowhere/library', link)
  return link
}

describe.skipIf(process.platform !== 'linux')('a folder of which no file can be stored is named at once', () => {
  const cases = [
    ...unusable.map(([kind, make]) => ({ kind, make, command: 'serve', variable: 'UPLOAD_DIR' })),
    { kind: 'cannot be created', make: neverCreated, command: 'serve', variable: 'DATA_DIR' },
    { kind: 'cannot be created', make: neverCreated, command: 'worker', variable: 'UPLOAD_DIR' },
    { kind: 'cannot be created', make: neverCreated, command: 'storage move', variable: 'UPLOAD_DIR' },
    { kind: 'cannot be created', make: neverCreated, command: 'import parts.zip', variable: 'UPLOAD_DIR' },
  ]

  test.each(cases)('when $variable $kind, by $command', async ({ make, command, variable }) => {
    const folder = await make()
    const place = await makeFolder({ 'parts.zip': '' })
    const env = { DATABASE_URL: 'postgresql://127.0.0.1:1/none', DATA_DIR: place, [variable]: folder }

    const { stderr, exitCode } = await runHere(
      command.split(' ').map((word) => (word === 'parts.zip' ? join(place, word) : word)),
      env,
    )

    expect(stderr).toMatch(
      new RegExp(
        `^error: ${folder} cannot be (created|written): (?!.*\\.media-library-).*\\. Fix this, or set ${variable} to another folder\\.$`,
        'm',
      ),
    )
    expect(exitCode).toBe(1)
    expect(await readdir(place)).toEqual(['parts.zip'])
  })

  test.each(unusable)('when DATA_DIR %s, by `user add`, which creates a library', async (_, make) => {
    const { stderr, exitCode } = await runHere(['user', 'add', 'ada@example.org'], { DATA_DIR: await make() })

    expect(stderr).toMatch(/^error: cannot (create the data folder|write in ).*DATA_DIR to /)
    expect(exitCode).toBe(1)
  })
})

describe.skipIf(process.getuid?.() !== 0)('on a full disk', () => {
  test('a service with a database elsewhere starts with a warning, and one with its own reports the reason', async () => {
    const url = await useDatabase()
    const folder = await makeFullDisk()
    const warning = `warning: ${folder} cannot be written: the disk is full; free some space. Uploads and jobs fail until then.\n`

    const { child, ended, said } = startServing({ DATABASE_URL: url, DATA_DIR: folder })
    await within('the address', once(child.stdout, 'data'))
    child.kill('SIGTERM')

    expect(await ended).toEqual({ code: 0 })
    expect(said()).toContain(warning)

    const own = await runCli(['serve'], { env: { DATA_DIR: folder, MEDIA_LIBRARY_DEMO: 'false' } })

    expect(own.stderr).toContain(warning)
    expect(own.stderr).toMatch(
      /^error: (the database in .* could not be created: .*No space left on device\nFix the cause|cannot write in .*: ENOSPC.*\. Fix this)/m,
    )
    expect(own.exitCode).toBe(1)
  })

  test('doctor asks for space, not for rights', async () => {
    const folder = await makeFullDisk()

    const problem = await listChecks({ DATA_DIR: folder })['data folder']?.()

    expect(problem).toMatchObject({ verdict: 'problem', detail: expect.stringContaining('the disk is full') })
    expect(problem?.remedy).toMatch(/^Free some space(?!.*write access)/)
  })
})

/** Faults whose connections are still open when they are reported. */
const hanging: [string, () => Promise<NodeJS.ProcessEnv>, RegExp][] = [
  [
    'a database that takes connections and stays silent',
    async () => ({ DATABASE_URL: await listenSilently() }),
    /DATABASE_URL at 127\.0\.0\.1:\d+\/library cannot be used: it does not answer in time\. Check that/,
  ],
  ['no password', () => withPassword(''), /DATABASE_URL at .*: it requires a password, and the address has none\. Set/],
]

test.each(hanging)('with %s, a start reports the fault and its remedy, and exits', async (_, prepare, words) => {
  const { ended, said } = startServing(await prepare())

  await expect.poll(said, { timeout: toBusyLimit(5_000) }).toMatch(words)
  const { code } = await ended

  expect(said()).not.toContain('secret')
  expect(code).toBe(1)
})

test('it reports that another process migrates the database', async () => {
  const url = await useDatabase(createEmptyDatabase)
  const other = new Client({ connectionString: url })
  await other.connect()
  onTestFinished(() => other.end())
  await other.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK])
  const { child, ended, said } = startServing({ DATABASE_URL: url })

  await expect.poll(said).toContain('Waiting for the database, which is being migrated, or does not answer.\n')

  child.kill('SIGTERM')
  expect((await ended).code).toBe(0)
})

test('it reports what it waits for', async () => {
  const { child, ended, said } = startServing({ DATA_DIR: await holdLock() })

  await expect.poll(said).toMatch(/Waiting for another process.*postgres\.lock/)

  child.kill('SIGTERM')
  expect((await ended).code).toBe(0)
})
