import { spawn } from 'node:child_process'
import { cp, mkdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { clusterPaths } from '../src/cluster.js'
import { openEmbedded } from '../src/embedded.js'
import { withLock } from '../src/lock.js'
import { unlimited } from '../src/opening.js'
import { findPid } from '../src/postmaster.js'
import { clusterIn } from './cluster.js'
import { makeDataDir, makeUsedDataDir, open, startUser } from './embedded-users.js'
import { query } from './query.js'
import { until } from './until.js'

test('a PostgreSQL that a killed process left running is used by the next one, and stops with it', async () => {
  const dataDir = await makeUsedDataDir()
  const killed = await startUser(dataDir)
  const pid = await findPid(dataDir)
  await killed.kill()

  const next = await open(dataDir)

  expect(await findPid(dataDir)).toBe(pid)
  expect(next.url).toBe(killed.url)
  await next.close()
  expect(await findPid(dataDir)).toBeNull()
})

test('killing PostgreSQL and its user loses nothing that was committed', async () => {
  const dataDir = await makeUsedDataDir()
  const user = await startUser(dataDir)
  await query(user.url, 'CREATE TABLE kept AS SELECT 1 AS one')
  await user.kill()
  process.kill((await findPid(dataDir)) as number, 'SIGKILL')

  const next = await open(dataDir)

  expect(await query(next.url, 'SELECT one FROM kept')).toEqual([{ one: 1 }])
})

test('a process that uses PostgreSQL restarts it at the same address when it is killed', async () => {
  const dataDir = await makeUsedDataDir()
  const { url } = await open(dataDir)
  const pid = (await findPid(dataDir)) as number

  process.kill(pid, 'SIGKILL')

  await until(() => query(url, 'SELECT 1').catch(() => null))
  expect(await findPid(dataDir)).not.toBe(pid)
})

test('a database that restarts waits for its port when another program has taken it', async () => {
  const dataDir = await makeUsedDataDir()
  const notices: string[] = []
  const { url, close } = await openEmbedded(clusterIn(dataDir), { ...unlimited, notice: (line) => notices.push(line) })
  onTestFinished(close)
  const port = Number(new URL(url).port)
  const squatter = createServer()
  await withLock(dataDir, clusterPaths(dataDir).lock, async () => {
    process.kill((await findPid(dataDir)) as number, 'SIGKILL')
    await until(() => listens(squatter, port))
  })
  await until(async () =>
    notices.some((notice) => notice.startsWith(`warning: another program uses port ${port} on 127.0.0.1`)),
  )

  squatter.close()

  await until(() => query(url, 'SELECT 1').catch(() => null))
})

test('a process keeps its lease when its session is lost, so that no other one stops PostgreSQL', async () => {
  const dataDir = await makeUsedDataDir()
  const { url } = await open(dataDir)
  const other = await startUser(dataDir)
  const lease = `FROM pg_stat_activity WHERE application_name = 'test-notes lease'`
  await query(url, `SELECT pg_terminate_backend(pid) ${lease} ORDER BY backend_start LIMIT 1`)
  await until(async () => (await query(url, `SELECT 1 ${lease}`)).length === 2)

  await other.close()

  expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

test('a lock file whose process id now belongs to another program does not block', async () => {
  const dataDir = await makeUsedDataDir()
  await (await startUser(dataDir)).kill()
  const pidFile = join(dataDir, 'postgres', 'postmaster.pid')
  const text = await readFile(pidFile, 'utf8')
  process.kill((await findPid(dataDir)) as number, 'SIGKILL')
  const stranger = spawn('sleep', ['60'])
  onTestFinished(() => void stranger.kill())
  await writeFile(pidFile, text.replace(/^\d+/, String(stranger.pid)))

  const { url } = await open(dataDir)

  expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  expect(stranger.exitCode).toBeNull()
})

test('a copy of a data folder in use is a separate database', async () => {
  const dataDir = await makeUsedDataDir()
  const { url } = await open(dataDir)
  await query(url, 'CHECKPOINT')
  const copyDir = await makeDataDir()
  await cp(dataDir, copyDir, { recursive: true, preserveTimestamps: true })

  const copy = await open(copyDir)

  expect(copy.url).not.toBe(url)
  expect(await findPid(copyDir)).not.toBe(await findPid(dataDir))
})

test('the lock of a killed process is taken over', async () => {
  const dataDir = await makeUsedDataDir()
  const [lock, before] = [join(dataDir, 'postgres.lock'), new Date(Date.now() - 60_000)]
  await mkdir(lock)
  await utimes(lock, before, before)

  const { url } = await open(dataDir)

  expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

function listens(server: Server, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => resolve(true))
  })
}
