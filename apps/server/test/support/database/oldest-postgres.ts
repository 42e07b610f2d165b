import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { TestProject } from 'vitest/node'
import { freePort } from '../http/free-port.js'
import { until, within } from '../until.js'
import { canConnect } from './query.js'
import { CONNECTIONS, prepareRun } from './template-database.js'

/** Where Debian puts the oldest PostgreSQL that the service supports. */
const programs = '/usr/lib/postgresql/15/bin'

export const hasOldestPostgres: boolean = existsSync(join(programs, 'postgres'))

/** It does not run as root. */
const account = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

/** What the tests write need not outlive the machine. */
const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: CONNECTIONS,
  fsync: 'off',
  full_page_writes: 'off',
  timezone: 'UTC',
}

/** Prepares a run like any other, on the oldest supported PostgreSQL. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (!hasOldestPostgres) return prepareRun(project)
  const server = await start()
  try {
    const close = await prepareRun(project, server.url)
    return () => close().finally(server.close)
  } catch (error) {
    await server.close()
    throw error
  }
}

async function start() {
  const folder = await mkdtemp(join(tmpdir(), 'media-library-oldest-'))
  if (account.uid) await chown(folder, account.uid, account.gid)
  const options = { ...account, cwd: '/' }
  const password = randomBytes(16).toString('hex')
  const passwordFile = join(folder, 'password')
  await writeFile(passwordFile, password, { mode: 0o644 })
  const cluster = join(folder, 'cluster')
  const access = ['-U', 'postgres', '-A', 'scram-sha-256', '--pwfile', passwordFile]
  await promisify(execFile)(
    join(programs, 'initdb'),
    ['-D', cluster, ...access, '-E', 'UTF8', '--no-locale', '--no-sync'],
    options,
  )
  const port = await freePort()
  const given = Object.entries({ ...settings, port }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(join(programs, 'postgres'), ['-D', cluster, ...given], { ...options, stdio: 'ignore' })
  const kill = () => child.kill('SIGQUIT')
  process.once('exit', kill)
  const ended = once(child, 'close').finally(() => process.off('exit', kill))
  const url = `postgresql://postgres:${password}@127.0.0.1:${port}/postgres`
  await until(() => {
    if (child.exitCode !== null) throw new Error(`PostgreSQL ended with ${child.exitCode}.`)
    return canConnect(url)
  })
  return {
    url,
    close: async () => {
      child.kill('SIGINT')
      await within('the end of PostgreSQL', ended)
      await rm(folder, { recursive: true, force: true })
    },
  }
}
