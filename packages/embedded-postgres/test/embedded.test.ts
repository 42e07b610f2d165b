import { appendFile, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openEmbedded } from '../src/embedded.js'
import { findPid } from '../src/postmaster.js'
import { clusterIn } from './cluster.js'
import { makeDataDir, makeUsedDataDir, open, startUser } from './embedded-users.js'
import { query } from './query.js'
import { until } from './until.js'

test('a first start creates a cluster that only this machine and its password can open', async () => {
  const dataDir = await makeDataDir()

  const { url } = await open(dataDir)

  const [settings] = await query(
    url,
    `SELECT current_database() AS name, pg_encoding_to_char(encoding) AS encoding, datlocprovider AS provider,
       datlocale AS locale, current_setting('data_checksums') AS checksums, current_setting('fsync') AS fsync,
       current_setting('listen_addresses') AS addresses, current_setting('unix_socket_directories') AS sockets
     FROM pg_database WHERE datname = current_database()`,
  )
  expect(settings).toEqual({
    name: 'notes',
    encoding: 'UTF8',
    provider: 'b',
    locale: 'C.UTF-8',
    checksums: 'on',
    fsync: 'on',
    addresses: '127.0.0.1',
    sockets: '',
  })
  expect((await stat(join(dataDir, 'postgres.password'))).mode & 0o777).toBe(0o600)
  await expect(query(url.replace(/:[^:@]+@/, ':wrong@'), 'SELECT 1')).rejects.toThrow('password authentication failed')
})

test('a second start keeps the data and the port', async () => {
  const dataDir = await makeUsedDataDir()
  const first = await open(dataDir)
  await query(first.url, 'CREATE TABLE kept AS SELECT 1 AS one')
  await first.close()

  const second = await open(dataDir)

  expect(await query(second.url, 'SELECT one FROM kept')).toEqual([{ one: 1 }])
  expect(second.url).toBe(first.url)
})

test('another port is used when the previous one is taken', async () => {
  const dataDir = await makeUsedDataDir()
  const first = await open(dataDir)
  await first.close()
  const port = Number(new URL(first.url).port)
  const squatter = createServer()
  await new Promise<void>((resolve) => squatter.listen(port, '127.0.0.1', resolve))
  onTestFinished(() => void squatter.close())

  const second = await open(dataDir)

  expect(new URL(second.url).port).not.toBe(String(port))
  expect(await query(second.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

test.each([
  ['first', 0, 1],
  ['last', 1, 0],
])(
  'two processes share it, and it stops with the second to end, when the %s to start ends first',
  async (_, early, late) => {
    const dataDir = await makeUsedDataDir()
    const users = [await startUser(dataDir), await startUser(dataDir)]
    const pid = await findPid(dataDir)

    await users[early]?.close()

    expect(users[0]?.url).toBe(users[1]?.url)
    expect(await findPid(dataDir)).toBe(pid)
    await users[late]?.close()
    expect(await findPid(dataDir)).toBeNull()
  },
)

test('ten processes that open it at once share one PostgreSQL', async () => {
  const dataDir = await makeDataDir()

  const users = await Promise.all(Array.from({ length: 10 }, () => startUser(dataDir)))

  expect(new Set(users.map(({ url }) => url)).size).toBe(1)
  await Promise.all(users.map((user) => user.close()))
  expect(await findPid(dataDir)).toBeNull()
})

test('an incomplete data folder is created again', async () => {
  const dataDir = await makeDataDir()
  await mkdir(join(dataDir, 'postgres.new', 'base'), { recursive: true })
  await writeFile(join(dataDir, 'postgres.new', 'PG_VERSION'), '18\n')
  await writeFile(join(dataDir, 'postgres.password.new'), '')

  const { url } = await open(dataDir)

  expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  expect((await readdir(dataDir)).filter((name) => name.endsWith('.new'))).toEqual([])
})

test.each([
  ['an empty', ''],
  ['a half-written', '12'],
])('%s postmaster.pid, as a power failure leaves it, does not prevent a start', async (_, text) => {
  const dataDir = await makeUsedDataDir()
  await writeFile(join(dataDir, 'postgres', 'postmaster.pid'), text)

  const { url } = await open(dataDir)

  expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

test.each([
  [
    'of another PostgreSQL version',
    'PG_VERSION',
    '17\n',
    /created by PostgreSQL 17, but this version brings PostgreSQL 18/,
  ],
  ['of something else', 'photo.jpg', '', /is not a database folder/],
])('a data folder %s is refused and left unchanged', async (_, name, text, message) => {
  const dataDir = await makeDataDir()
  await mkdir(join(dataDir, 'postgres'))
  await writeFile(join(dataDir, 'postgres', name), text)

  await expect(open(dataDir)).rejects.toThrow(message)

  expect(await readFile(join(dataDir, 'postgres', name), 'utf8')).toBe(text)
})

test('a start that fails reports the message of PostgreSQL, and where the log is', async () => {
  const dataDir = await makeUsedDataDir()
  await writeFile(join(dataDir, 'postgres', 'postgresql.conf'), 'no_such_setting = 1\n')

  const opened = open(dataDir)

  await expect(opened).rejects.toThrow(/no_such_setting[\s\S]*postgres\.log/)
})

test('settings that PostgreSQL or the service forbids are refused with the reason, and the next start succeeds', async () => {
  const dataDir = await makeUsedDataDir()

  for (const [settings, message] of [
    [{ no_such_setting: '1' }, /unrecognized configuration parameter "no_such_setting"\.$/],
    [{ work_mem: '5x' }, /invalid value for parameter "work_mem": "5x"\. Valid units/],
    [{ work_mem: '1kB' }, /1 kB is outside the valid range for parameter "work_mem"/],
    [{ block_size: '1' }, /parameter "block_size" cannot be changed/],
    [{ port: '5432' }, /port cannot be set/],
    [{ TimeZone: 'CET' }, /TimeZone cannot be set/],
  ] as const) {
    const opened = openEmbedded({ ...clusterIn(dataDir), settings })

    await expect(opened).rejects.toMatchObject({ code: 'refused-setting', message: expect.stringMatching(message) })
  }
  const { url } = await open(dataDir)
  expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

test('a clock that is set while PostgreSQL starts, as after a boot, does not end the start', async () => {
  const dataDir = await makeUsedDataDir()
  vi.useFakeTimers({ toFake: ['Date'] })
  const setting = setInterval(() => vi.setSystemTime(Date.now() + 3_600_000), 10)
  onTestFinished(() => {
    clearInterval(setting)
    vi.useRealTimers()
  })

  const { url } = await open(dataDir)

  expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

test('a log that became too long is emptied while PostgreSQL writes to it, and its end is kept beside it', async () => {
  const dataDir = await makeUsedDataDir()
  const log = join(dataDir, 'postgres.log')
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const { url } = await open(dataDir)
  await appendFile(log, `${'an older line\n'.repeat(1_000_000)}the last line\n`)

  vi.advanceTimersByTime(60_000)
  await until(async () => (await stat(log)).size < 10_000)
  await query(url, 'SELECT no_such_column').catch(() => {})

  expect((await stat(`${log}.old`)).size).toBe(10_000_000)
  expect(await readFile(`${log}.old`, 'utf8')).toMatch(/the last line\n$/)
  await until(async () => (await readFile(log, 'utf8')).includes('no_such_column'))
  expect((await stat(log)).size).toBeLessThan(10_000)
})
