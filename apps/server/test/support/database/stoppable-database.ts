import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { clusterPaths, isRunning, type RunningAlone, startAlone } from '@media-library/embedded-postgres'
import { inject } from 'vitest'
import { clusterIn } from '../../../src/database/embedded.js'
import { until } from '../until.js'
import { copyDataDir } from './data-dir.js'

const signals = { fast: 'SIGINT', immediate: 'SIGQUIT' } as const

/** How PostgreSQL stops: `fast` ends its sessions in order, `immediate` as a crash does. */
export type StopMode = keyof typeof signals

/** A PostgreSQL that nothing but the test starts or stops; its address stays the same. */
export interface StoppableDatabase {
  url: string
  /** Returns the id of the process that is the parent of all others, while it runs. */
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
  let running: RunningAlone | null = await startAlone(clusterIn(dataDir))
  const { url } = running

  const start = async () => {
    running ??= await startAlone(clusterIn(dataDir))
    if (running.url !== url) throw new Error(`another program took the port of ${url}`)
  }
  const stop = async (mode: StopMode) => {
    if (!running) return
    const { pid } = running
    process.kill(pid, signals[mode])
    await until(async () => !(await isRunning(pid, folder)))
    running = null
  }
  return {
    url,
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
