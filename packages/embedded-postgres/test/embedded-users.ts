import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { inject, onTestFinished } from 'vitest'
import { type EmbeddedDatabase, openEmbedded } from '../src/embedded.js'
import { findPid } from '../src/postmaster.js'
import { clusterIn } from './cluster.js'
import { until } from './until.js'

/** Creates an empty data folder for one test; processes that still run in it end with the test. */
export async function makeDataDir(): Promise<string> {
  const dataDir = await makeFolder()
  onTestFinished(async () => {
    const pid = await findPid(dataDir)
    if (pid) process.kill(pid, 'SIGQUIT')
    await until(async () => !(await findPid(dataDir)))
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  })
  return dataDir
}

/**
 * Creates a data folder for one test that was used before: creating a cluster takes most of the time of a first start.
 */
export async function makeUsedDataDir(): Promise<string> {
  const dataDir = await makeDataDir()
  await promisify(execFile)('cp', ['-a', `${inject('usedDataDir')}/.`, dataDir])
  return dataDir
}

/** Opens the database in this process, until the test closes it or ends. */
export async function open(dataDir: string): Promise<EmbeddedDatabase> {
  const database = await openEmbedded(clusterIn(dataDir))
  let closed: Promise<void> | undefined
  const close = () => {
    closed ??= database.close()
    return closed
  }
  onTestFinished(close)
  return { url: database.url, close }
}

/** A process of its own that uses the database. */
export interface EmbeddedUser {
  url: string
  /** Ends the process as Ctrl-C or the end of a command does. */
  close(): Promise<void>
  /** Ends the process by `kill -9`. */
  kill(): Promise<void>
}

/** Opens the database in a process of its own, as another account if one is given. */
export async function startUser(dataDir: string, account?: { uid: number; gid: number }): Promise<EmbeddedUser> {
  const script = fileURLToPath(new URL('embedded-user.ts', import.meta.url))
  const ids = account ? [String(account.uid), String(account.gid)] : []
  const child = spawn(process.execPath, [script, dataDir, ...ids], { env: { PATH: process.env['PATH'] } })
  const ended = once(child, 'close')
  let errors = ''
  child.stderr.on('data', (chunk) => {
    errors += chunk
  })
  const ready = Promise.race([
    once(child.stdout, 'data'),
    ended.then(() => {
      throw new Error(errors)
    }),
  ])
  const [url] = await ready
  const kill = async () => {
    child.kill('SIGKILL')
    await ended
  }
  onTestFinished(kill)
  return {
    url: String(url).trim(),
    close: async () => {
      child.stdin.end()
      const [code] = await ended
      if (code !== 0) throw new Error(errors)
    },
    kill,
  }
}

/** Returns the uid that PostgreSQL runs as. */
export async function findUid(dataDir: string): Promise<number> {
  return (await stat(`/proc/${await findPid(dataDir)}`)).uid
}

function makeFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'embedded postgres é-'))
}
