import { spawn } from 'node:child_process'
import { lstat, readFile, rename, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Account } from './account.js'
import { type Binaries, toProgramPath } from './binaries.js'
import { type Cluster, clusterPaths } from './cluster.js'
import { createAnew } from './create-anew.js'
import { EmbeddedPostgresError } from './errors.js'
import { openLog, readFrom } from './log-file.js'
import { type Opening, pause, unlimited } from './opening.js'
import { type Postmaster, readPostmaster } from './postmaster.js'
import { asAccount, lend } from './run-as.js'
import { argumentsFor, findRefusal } from './settings.js'

const START_LIMIT_MS = 120_000
const NOTICE_MS = 3_000
const END_LIMIT_MS = 5_000

const ATTEMPTS = 60
const PORT_WAS_TAKEN = /could not bind|could not create any TCP/
// The child processes of a killed postmaster take a moment to notice and exit.
const STILL_ENDING = /pre-existing shared memory block|lock file ".*" already exists/

/**
 * Starts the postmaster of the cluster, which only its caller stops, and waits until it is ready. Throws when another program uses the
 * given port. Without one, it listens on the previous port, or else on a free one.
 */
export async function startPostmaster(
  cluster: Cluster,
  account: Account | null,
  binaries: Binaries,
  opening: Opening = unlimited,
  port?: number,
): Promise<Postmaster> {
  let logged = ''
  for (let count = 0; count < ATTEMPTS; count += 1) {
    const result = await attempt(cluster, account, binaries, opening, port)
    if (typeof result !== 'string') return result
    logged = result
    if (STILL_ENDING.test(result)) await pause(200, opening)
    else if (!PORT_WAS_TAKEN.test(result)) break
  }
  const refusal = findRefusal(logged)
  if (refusal !== null) throw new EmbeddedPostgresError('refused-setting', `PostgreSQL refuses a setting: ${refusal}.`)
  const lines = logged.trim().split('\n').slice(-10).join('\n')
  throw new EmbeddedPostgresError(
    'not-started',
    `the database in ${cluster.dataDir} did not start. PostgreSQL reports:\n${lines}\n` +
      `The full log is ${clusterPaths(cluster.dataDir).log}.`,
  )
}

/** Spawns a postmaster. Returns its details once it is ready, or its log when it ended. */
async function attempt(
  { dataDir, settings }: Cluster,
  account: Account | null,
  binaries: Binaries,
  opening: Opening,
  givenPort?: number,
): Promise<Postmaster | string> {
  const { folder, log: logPath } = clusterPaths(dataDir)
  const port = givenPort === undefined ? await choosePort(folder) : await requirePort(givenPort)
  await disownLockFile(folder)
  const log = await openLog(logPath, account)
  const lent = await lend(account, [folder])
  try {
    const { size } = await log.stat()
    const child = spawn(
      toProgramPath(binaries, 'postgres'),
      ['-D', lent.paths[0] ?? folder, ...argumentsFor(port, settings)],
      {
        ...asAccount(account),
        // The process is outside of the terminal's process group, so that Ctrl-C reaches only the programs that use the
        // database.
        detached: true,
        stdio: ['ignore', log.fd, log.fd, ...lent.descriptors],
      },
    )
    let failure: string | null = null
    child.once('error', (error) => {
      failure = error.message
    })
    child.once('exit', (code, signal) => {
      failure ??= `ended with ${signal ?? code}`
    })
    child.unref()

    const startedAt = performance.now()
    let isNoticed = false
    while (failure === null && performance.now() < startedAt + START_LIMIT_MS) {
      const found = await readPostmaster(folder)
      if (found?.pid === child.pid && found?.isReady) return found
      if (!isNoticed && performance.now() > startedAt + NOTICE_MS) {
        isNoticed = true
        opening.notice(`Waiting for PostgreSQL, which may be recovering from a crash. See ${logPath}.`)
      }
      await pause(10, opening).catch(async (error: Error) => {
        child.kill('SIGINT')
        for (const limit = performance.now() + END_LIMIT_MS; failure === null && performance.now() < limit; )
          await sleep(10)
        throw error
      })
    }
    const logged = await readFrom(log, size)
    return logged || (failure ?? `not ready after ${START_LIMIT_MS / 1_000} seconds`)
  } finally {
    await lent.close()
    await log.close()
  }
}

async function requirePort(port: number): Promise<number> {
  if (await tryPort(port)) return port
  throw new EmbeddedPostgresError(
    'no-port',
    `another program uses port ${port} on 127.0.0.1, the database's own. End that program, and start again.`,
  )
}

/** Returns the previous port, or else a free port. */
async function choosePort(folder: string): Promise<number> {
  const options = await readFile(join(folder, 'postmaster.opts'), 'utf8').catch(() => '')
  const last = /"-p" "(\d+)"/.exec(options)?.[1]
  const port = (last && (await tryPort(Number(last)))) || (await tryPort(0))
  if (!port)
    throw new EmbeddedPostgresError(
      'no-port',
      'there is no free port on 127.0.0.1 for the database. End a program that uses some, and start again.',
    )
  return port
}

function tryPort(port: number): Promise<number | null> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(null))
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : null))
    })
  })
}

/**
 * Lets PostgreSQL ignore a stale lock file: its process has ended, or its pid now belongs to another program, or the file is
 * empty after a power loss. The file gets the pid of PostgreSQL's parent, which PostgreSQL considers stale. PostgreSQL still
 * refuses to start next to a living process of the cluster.
 */
async function disownLockFile(folder: string): Promise<void> {
  const path = join(folder, 'postmaster.pid')
  const text = await readFile(path, 'utf8').catch(() => null)
  if (text === null) return
  if (/^-?\d+\n/.test(text)) await rewrite(path, text.replace(/^-?\d+/, String(process.pid)))
  else await rm(path)
}

/** Replaces a file of PostgreSQL atomically, and keeps its owner. */
async function rewrite(path: string, text: string): Promise<void> {
  const { uid, gid, mode } = await lstat(path)
  const aside = await createAnew(`${path}.new`, mode)
  await aside.writeFile(text)
  if (process.getuid?.() === 0) await aside.chown(uid, gid)
  await aside.sync()
  await aside.close()
  await rename(`${path}.new`, path)
}
