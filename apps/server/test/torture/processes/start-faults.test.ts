import { once } from 'node:events'
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { findPid, makeUsedDataDir } from '../../postgres/embedded-users.js'
import { createTestDatabase } from '../../support/database/database.js'
import { byLevel, limitOf, report } from '../../support/long.js'
import { startCli } from '../../support/processes/cli.js'
import { listChildren } from '../../support/processes/process-list.js'
import { draw } from '../../support/random.js'

const STOPS = byLevel(2, 10, 200)
const SAY_LIMIT_MS = limitOf(5_000)
const STOP_LIMIT_MS = limitOf(10_000)

function start(env: NodeJS.ProcessEnv, args = ['serve']) {
  const child = startCli(args, { PORT: '0', LOG_LEVEL: 'warn', MEDIA_LIBRARY_DEMO: 'false', ...env })
  onTestFinished(() => void child.kill('SIGKILL'))
  let said = ''
  child.stderr.on('data', (chunk) => {
    said += chunk
  })
  child.stdout.resume()
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null }))
  return { child, ended, said: () => said }
}

async function makeFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'media-library-start-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function makeFile() {
  const path = join(await makeFolder(), 'file')
  await writeFile(path, '')
  return path
}

/** An address that takes connections, and says nothing. */
async function listenSilently() {
  const server = createServer((socket) => void socket.on('error', () => {}))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `postgresql://ada:secret@127.0.0.1:${(server.address() as { port: number }).port}/library`
}

async function leaveStrayFile() {
  const folder = await makeFolder()
  await writeFile(join(folder, 'postgres.lock'), '')
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

const faults: [string, () => Promise<NodeJS.ProcessEnv>, RegExp][] = [
  ['a folder that cannot be written', async () => ({ DATA_DIR: READ_ONLY }), /Cannot write in \/proc.*DATA_DIR/],
  [
    'a file in the way of its folder',
    async () => ({ DATA_DIR: join(await makeFile(), 'library') }),
    /Cannot create the data folder.*DATA_DIR/,
  ],
  ['a stray file for its lock', leaveStrayFile, /postgres\.lock is in the way.*Move it away/],
  [
    'a database that takes connections and stays silent',
    async () => ({ DATABASE_URL: await listenSilently() }),
    /DATABASE_URL at 127\.0\.0\.1:\d+\/library: it does not answer in time\. Check that/,
  ],
  [
    'a database that nobody runs',
    async () => ({ DATABASE_URL: 'postgresql://ada:secret@127.0.0.1:1/library' }),
    /DATABASE_URL at 127\.0\.0\.1:1\/library: connect ECONNREFUSED.*Start PostgreSQL there/,
  ],
  ['no password', () => withPassword(''), /DATABASE_URL at .*: it requires a password, and the address has none\. Set/],
  [
    'a wrong password',
    () => withPassword('secret'),
    /DATABASE_URL at .*: password authentication failed.*Correct the user/,
  ],
]

test.each(faults)('with %s, a start reports the fault and its remedy, and exits', async (fault, prepare, words) => {
  const startedAt = performance.now()
  const { ended, said } = start(await prepare())
  await expect.poll(said, { timeout: SAY_LIMIT_MS, interval: 20 }).toMatch(words)
  const saidAfter = performance.now() - startedAt
  const { code } = await ended

  expect(said()).not.toContain('secret')
  expect(code).toBe(1)
  report(`start with ${fault}`, { 'said after ms': Math.round(saidAfter) })
})

test('SIGTERM ends it at any moment of a start, and leaves no PostgreSQL', async () => {
  let slowest = 0
  for (let stop = 0; stop < STOPS; stop += 1) {
    const dataDir = stop % 2 === 0 ? await makeUsedDataDir() : await makeFolder()
    const { child, ended, said } = start({ DATA_DIR: dataDir })
    await expect.poll(said).toContain('Opening')
    await sleep(draw(0, 3_000))
    const signalledAt = performance.now()
    child.kill('SIGTERM')
    const { code } = await ended
    slowest = Math.max(slowest, performance.now() - signalledAt)

    expect(code).toBe(0)
    expect(await findPid(dataDir)).toBeNull()
    expect(await listChildren(child.pid, '')).toEqual([])
  }
  expect(slowest).toBeLessThan(STOP_LIMIT_MS)
  report(`${STOPS} × SIGTERM while it starts`, { 'slowest ms': Math.round(slowest) })
})

test.each([
  ['a lock that another process holds', async (folder: string) => ({ DATA_DIR: await holdLock(folder) })],
  ['a silent database', async () => ({ DATABASE_URL: await listenSilently() })],
])('SIGTERM ends it while it waits for %s', async (_, prepare) => {
  const { child, ended, said } = start(await prepare(await makeFolder()))
  await expect.poll(said).toContain('Opening')
  await sleep(500)
  const signalledAt = performance.now()
  child.kill('SIGTERM')
  const { code } = await ended

  expect(code).toBe(0)
  expect(performance.now() - signalledAt).toBeLessThan(STOP_LIMIT_MS)
})

/** Keeps the lock of a data folder as a living process does. */
async function holdLock(folder: string) {
  const lock = join(folder, 'postgres.lock')
  await mkdir(lock)
  const timer = setInterval(() => void utimes(lock, new Date(), new Date()).catch(() => {}), 1_000)
  onTestFinished(() => clearInterval(timer))
  return folder
}

test('it reports what it waits for', async () => {
  const { child, ended, said } = start({ DATA_DIR: await holdLock(await makeFolder()) })

  await expect.poll(said).toMatch(/Waiting for another process.*postgres\.lock/)

  child.kill('SIGTERM')
  expect((await ended).code).toBe(0)
})

test('SIGTERM ends it and its worker while every process of its PostgreSQL is suspended', async () => {
  const dataDir = await makeUsedDataDir()
  const { child, ended, said } = start({ DATA_DIR: dataDir, ADMIN_PORT: '0' })
  await expect.poll(said).toContain('Metrics')
  const postmaster = (await findPid(dataDir)) as number
  const all = [...(await listChildren(postmaster, '')), postmaster]
  const signalAll = (signal: NodeJS.Signals) => {
    for (const pid of all) process.kill(pid, signal)
  }
  signalAll('SIGSTOP')
  onTestFinished(() => signalAll('SIGCONT'))
  await sleep(byLevel(1_000, 5_000, 30_000))

  const signalledAt = performance.now()
  child.kill('SIGTERM')
  const { code } = await ended
  const ms = Math.round(performance.now() - signalledAt)

  report('SIGTERM while its PostgreSQL is suspended', { 'ended after ms': ms })
  expect(code).toBe(0)
  expect(ms).toBeLessThan(STOP_LIMIT_MS)
})
