import { spawn } from 'node:child_process'
import { type FileHandle, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Opening, patient, pause } from '../database/opening.js'
import { UserError } from '../errors.js'
import type { Account } from './account.js'
import { type Binaries, programOf } from './binaries.js'
import { clusterPaths } from './cluster.js'
import { type Postmaster, readPostmaster } from './postmaster.js'
import { asAccount, lend } from './run-as.js'
import { settingsFor } from './settings.js'

const MAX_LOG_BYTES = 10_000_000

const START_LIMIT_MS = 120_000
const NOTICE_MS = 3_000
const END_LIMIT_MS = 5_000

const ATTEMPTS = 60
const PORT_WAS_TAKEN = /could not bind|could not create any TCP/
// The processes of a killed postmaster take a moment to notice.
const STILL_ENDING = /pre-existing shared memory block|lock file ".*" already exists/

/** Starts the postmaster of the cluster in the data folder, and waits until it is ready. */
export async function startPostmaster(
  dataDir: string,
  account: Account | null,
  binaries: Binaries,
  opening: Opening = patient,
): Promise<Postmaster> {
  let logged = ''
  for (let count = 0; count < ATTEMPTS; count += 1) {
    const result = await attempt(dataDir, account, binaries, opening)
    if (typeof result !== 'string') return result
    logged = result
    if (STILL_ENDING.test(result)) await pause(200, opening)
    else if (!PORT_WAS_TAKEN.test(result)) break
  }
  const lines = logged.trim().split('\n').slice(-10).join('\n')
  throw new UserError(
    `The database in ${dataDir} did not start. PostgreSQL says:\n${lines}\n` +
      `All of it is in ${clusterPaths(dataDir).log}. Mend the cause and start again, or restore a backup into another DATA_DIR.`,
  )
}

/** Spawns a postmaster; gives what it says of itself once it is ready, or what it logged when it ended. */
async function attempt(
  dataDir: string,
  account: Account | null,
  binaries: Binaries,
  opening: Opening,
): Promise<Postmaster | string> {
  const { folder, log: logPath } = clusterPaths(dataDir)
  const port = await choosePort(folder)
  await disownLockFile(folder)
  const log = await openLog(logPath, account)
  const lent = await lend(account, [folder])
  try {
    const { size } = await log.stat()
    const child = spawn(programOf(binaries, 'postgres'), ['-D', lent.paths[0] ?? folder, ...settingsFor(port)], {
      ...asAccount(account),
      // Out of the terminal's group, so that Ctrl-C reaches the programs that use the database, not the database.
      detached: true,
      stdio: ['ignore', log.fd, log.fd, ...lent.descriptors],
    })
    let failure: string | null = null
    child.once('error', (error) => {
      failure = error.message
    })
    child.once('exit', (code, signal) => {
      failure ??= `ended with ${signal ?? code}`
    })
    child.unref()

    const startedAt = Date.now()
    let isNoticed = false
    while (failure === null && Date.now() < startedAt + START_LIMIT_MS) {
      const found = await readPostmaster(folder)
      if (found?.pid === child.pid && found?.isReady) return found
      if (!isNoticed && Date.now() > startedAt + NOTICE_MS) {
        isNoticed = true
        opening.notice(`Waiting for PostgreSQL, which may have to repair what a crash left: ${logPath} tells more.`)
      }
      await pause(10, opening).catch(async (error: Error) => {
        child.kill('SIGINT')
        for (const limit = Date.now() + END_LIMIT_MS; failure === null && Date.now() < limit; ) await sleep(10)
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

/** The previous port, so that addresses in use stay valid after a restart, or else a free one. */
async function choosePort(folder: string): Promise<number> {
  const options = await readFile(join(folder, 'postmaster.opts'), 'utf8').catch(() => '')
  const last = /"-p" "(\d+)"/.exec(options)?.[1]
  const port = (last && (await tryPort(Number(last)))) || (await tryPort(0))
  if (!port) throw new UserError('No port is free on 127.0.0.1 for the database.')
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
 * Lets PostgreSQL pass a lock file whose process is gone, or is a program that got its number since. With the number
 * of its parent PostgreSQL takes the file for stale, yet still refuses to start beside a living process of the cluster.
 * One that names no process is what a loss of power left.
 */
async function disownLockFile(folder: string): Promise<void> {
  const path = join(folder, 'postmaster.pid')
  const text = await readFile(path, 'utf8').catch(() => null)
  if (text === null) return
  if (/^-?\d+\n/.test(text)) await rewrite(path, text.replace(/^-?\d+/, String(process.pid)))
  else await rm(path)
}

/** Writes a file of PostgreSQL anew, for the same owner; whenever it is cut off, the old text or the new one is there. */
async function rewrite(path: string, text: string): Promise<void> {
  const { uid, gid, mode } = await stat(path)
  const aside = await open(`${path}.new`, 'w', mode)
  await aside.writeFile(text)
  if (process.getuid?.() === 0) await aside.chown(uid, gid)
  await aside.sync()
  await aside.close()
  await rename(`${path}.new`, path)
}

async function openLog(path: string, account: Account | null): Promise<FileHandle> {
  const size = await stat(path).then(
    (found) => found.size,
    () => 0,
  )
  if (size > MAX_LOG_BYTES) await rename(path, `${path}.old`)
  const log = await open(path, 'a+', 0o600)
  if (account) await log.chown(account.uid, account.gid)
  return log
}

async function readFrom(log: FileHandle, start: number): Promise<string> {
  const { size } = await log.stat()
  const { buffer, bytesRead } = await log.read(Buffer.alloc(size - start), 0, size - start, start)
  return buffer.toString('utf8', 0, bytesRead)
}
