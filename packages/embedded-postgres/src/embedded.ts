import { setTimeout as sleep } from 'node:timers/promises'
import { abandonable } from './abandon.js'
import { chooseAccount } from './account.js'
import { findBinaries, listCaches, packagedBinaries } from './binaries.js'
import { type Cluster, clusterPaths, prepareCluster, readPassword } from './cluster.js'
import { EmbeddedPostgresError } from './errors.js'
import { type Lease, releaseLease, takeLease } from './lease.js'
import { withLock } from './lock.js'
import { limitLog } from './log-file.js'
import { makeFolder } from './make-folder.js'
import { noticing, type Opening, pause, unlimited } from './opening.js'
import { isRunning, type Postmaster, readPostmaster, stopPostmaster } from './postmaster.js'
import { startPostmaster } from './start-postmaster.js'

/** A PostgreSQL that runs while any process has it open. */
export interface EmbeddedDatabase {
  /** The address with user and password. It stays valid after a crash of the database. */
  url: string
  /** Releases the database. The last process to do so stops PostgreSQL. Close your connections first. */
  close(): Promise<void>
}

const WAIT_LIMIT_MS = 120_000
const NOTICE_MS = 3_000

/** Returns the address of a cluster's database if it is running. Starts and creates nothing. */
export async function findEmbedded(cluster: Cluster): Promise<string | null> {
  const { dataDir } = cluster
  const { folder } = clusterPaths(dataDir)
  const found = await readPostmaster(folder)
  if (!found?.isReady || !(await isRunning(found.pid, folder))) return null
  return toAddress(cluster, found.port, await readPassword(dataDir))
}

const LOG_CHECK_MS = 60_000
const END_LIMIT_MS = 1_000
const CLOSE_LIMIT_MS = 4_000

interface Held {
  lease: Lease
  url: string
}

/**
 * Opens the database of a cluster, which any number of processes may share. Starts its PostgreSQL if it is not running, and
 * creates the cluster and the database if there are none. Throws an `EmbeddedPostgresError`, or the reason of the aborted signal.
 */
export async function openEmbedded(cluster: Cluster, opening: Opening = unlimited): Promise<EmbeddedDatabase> {
  const { dataDir } = cluster
  const { folder, lock } = clusterPaths(dataDir)
  const closing = new AbortController()
  const { notice } = opening
  let isInUse = false
  // Known once the database is open. After a crash, it listens there again, where its users look for it.
  let knownPort: number | undefined

  const startOwn = (open: Opening): Promise<Postmaster> => {
    isInUse = true
    return start(cluster, open, knownPort)
  }

  const reach = async (open: Opening): Promise<{ lease: Lease; port: number; password: string }> => {
    const { pid, port } = (await findPostmaster(folder, open)) ?? (await startOwn(open))
    const password = await readPassword(dataDir)
    try {
      return { lease: await takeLease(cluster, toAddress(cluster, port, password, 'postgres'), open), port, password }
    } catch (error) {
      if (await isEnding(pid, folder)) return reach(open)
      throw error
    }
  }

  const hold = (open: Opening): Promise<Held> => {
    const take = async () => {
      const { lease, port, password } = await reach(open)
      isInUse = true
      knownPort ??= port
      lease.lost.then(() => {
        if (!closing.signal.aborted) held = renew()
      })
      return { lease, url: toAddress(cluster, port, password) }
    }
    return withLock(dataDir, lock, take, open)
  }

  // Without a lease, another process could stop PostgreSQL while this one uses it.
  const renew = async (): Promise<Held | null> => {
    let noticed = ''
    while (!closing.signal.aborted) {
      try {
        return await hold({ signal: closing.signal, notice })
      } catch (error) {
        const { message } = error as Error
        if (!closing.signal.aborted && message !== noticed) notice(`warning: ${message}`)
        noticed = message
        await sleep(500, undefined, { signal: closing.signal }).catch(() => {})
      }
    }
    return null
  }

  await makeFolder(dataDir).catch((error: Error) => {
    throw new EmbeddedPostgresError('no-folder', `cannot create the data folder: ${error.message}.`)
  })
  const first = hold(opening)
  let held: Promise<Held | null> = first
  let isLast = false
  const release = async (): Promise<boolean> => {
    closing.abort()
    const last = await held
    isLast ||= last !== null && (await releaseLease(last.lease))
    isInUse = isLast
    return isLast
  }
  const forget = abandonable({ folder, isInUse: () => isInUse, release })
  const { url } = await first.catch(async (error) => {
    // PostgreSQL was started but cannot be used, and no other process would stop it.
    const found = isInUse ? await readPostmaster(folder) : null
    if (found && (await isRunning(found.pid, folder))) await stopPostmaster(found.pid, folder)
    forget()
    throw toObstacle(error, dataDir)
  })

  // The next check tries again what fails.
  const limit = () => void limitLog(dataDir, { signal: closing.signal, notice }).catch(() => {})
  const limiting = setInterval(limit, LOG_CHECK_MS).unref()
  closing.signal.addEventListener('abort', () => clearInterval(limiting))

  const close = async (): Promise<void> => {
    closing.abort()
    const last = await held
    if (!last) return forget()
    const stopIfLast = async () => {
      const found = (await release()) ? await readPostmaster(folder) : null
      if (!found || !(await isRunning(found.pid, folder))) return
      if (await stopPostmaster(found.pid, folder)) return
      notice(`PostgreSQL (process ${found.pid}) is still writing to the disk, and stops by itself.`)
    }
    const limit = AbortSignal.timeout(CLOSE_LIMIT_MS)
    await withLock(dataDir, lock, stopIfLast, { signal: limit, notice }).catch((error: Error) => {
      if (!limit.aborted) throw error
      // Only the holder of the lock opens or closes the database.
      last.lease.client.end().catch(() => {})
    })
    forget()
  }

  return { url, close }
}

/** Names the place when a file cannot be written, as on a full disk. */
function toObstacle(error: NodeJS.ErrnoException, dataDir: string): Error {
  if (error.syscall === undefined || error.syscall === 'connect') return error
  return new EmbeddedPostgresError('unwritable', `cannot write in ${dataDir}: ${error.message}.`)
}

/** A PostgreSQL that only the process that started it stops. */
export interface RunningAlone {
  pid: number
  url: string
}

/** Starts an existing cluster without sharing it, as for tests of outages. Nothing restarts it, and its caller stops the process. */
export async function startAlone(cluster: Cluster): Promise<RunningAlone> {
  const { dataDir } = cluster
  const account = await chooseAccount([clusterPaths(dataDir).folder, dataDir])
  const binaries = await findBinaries(account, await packagedBinaries(), listCaches(cluster.application))
  const { pid, port } = await startPostmaster(cluster, account, binaries)
  return { pid, url: toAddress(cluster, port, await readPassword(dataDir)) }
}

function toAddress({ database: role }: Cluster, port: number, password: string, database = role): string {
  return `postgresql://${role}:${password}@127.0.0.1:${port}/${database}`
}

async function start(cluster: Cluster, opening: Opening, port?: number): Promise<Postmaster> {
  const { dataDir, application } = cluster
  const account = await chooseAccount([clusterPaths(dataDir).folder, dataDir])
  const finding = findBinaries(account, await packagedBinaries(), listCaches(application))
  const binaries = await noticing(finding, 'Copying PostgreSQL to where its account can run it.', opening)
  await prepareCluster(cluster, account, binaries, opening)
  return startPostmaster(cluster, account, binaries, opening, port)
}

/** Returns the postmaster of the data folder once it is ready; null when it is not running. */
async function findPostmaster(folder: string, opening: Opening): Promise<Postmaster | null> {
  const startedAt = performance.now()
  let isNoticed = false
  for (;;) {
    const found = await readPostmaster(folder)
    if (!found || !(await isRunning(found.pid, folder))) return null
    if (found.isReady) return found
    if (!isNoticed && performance.now() > startedAt + NOTICE_MS) {
      isNoticed = true
      opening.notice(`Waiting for PostgreSQL (process ${found.pid}), which is starting or stopping in ${folder}.`)
    }
    if (performance.now() > startedAt + WAIT_LIMIT_MS) {
      throw new EmbeddedPostgresError(
        'busy',
        `PostgreSQL (process ${found.pid}) in ${folder} neither becomes ready nor stops. End that process, and start again.`,
      )
    }
    await pause(20, opening)
  }
}

/** Returns whether a postmaster has ended or is about to end. A killed one remains until its sockets are closed. */
async function isEnding(pid: number, folder: string): Promise<boolean> {
  for (const limit = performance.now() + END_LIMIT_MS; performance.now() < limit; await sleep(20)) {
    if (!(await isRunning(pid, folder))) return true
  }
  return false
}
