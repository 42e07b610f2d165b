import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { chooseAccount } from '../../../src/postgres/account.js'
import { findBinaries, packagedBinaries } from '../../../src/postgres/binaries.js'
import { clusterPaths, ROLE, readPassword } from '../../../src/postgres/cluster.js'
import { isRunning, type Postmaster } from '../../../src/postgres/postmaster.js'
import { startPostmaster } from '../../../src/postgres/start-postmaster.js'
import { until } from '../until.js'
import { copyDataDir } from './data-dir.js'

const signals = { fast: 'SIGINT', immediate: 'SIGQUIT' } as const

/** How PostgreSQL stops: `fast` ends its sessions in order, `immediate` as a crash does. */
export type StopMode = keyof typeof signals

/** A PostgreSQL that nothing but the test starts or stops; its address stays the same. */
export interface StoppableDatabase {
  url: string
  /** The process that has all others for its children, while it runs. */
  pid(): number
  start(): Promise<void>
  /** Resolves once it is gone. */
  stop(mode: StopMode): Promise<void>
  remove(): Promise<void>
}

export async function startStoppableDatabase(): Promise<StoppableDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'media-library-stoppable-'))
  const { folder } = clusterPaths(dataDir)
  await copyDataDir(inject('usedDataDir'), dataDir)
  const account = await chooseAccount([dataDir])
  const binaries = await findBinaries(account, await packagedBinaries())
  let running: Postmaster | null = await startPostmaster(dataDir, account, binaries)
  const { port } = running

  const start = async () => {
    running ??= await startPostmaster(dataDir, account, binaries)
    if (running.port !== port) throw new Error(`another program took port ${port}`)
  }
  const stop = async (mode: StopMode) => {
    if (!running) return
    const { pid } = running
    process.kill(pid, signals[mode])
    await until(async () => !(await isRunning(pid, folder)))
    running = null
  }
  return {
    url: `postgresql://${ROLE}:${await readPassword(dataDir)}@127.0.0.1:${port}/media_library`,
    pid: () => {
      if (!running) throw new Error('The database does not run.')
      return running.pid
    },
    start,
    stop,
    remove: async () => {
      await stop('immediate')
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
