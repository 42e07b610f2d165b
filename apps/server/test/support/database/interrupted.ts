import { existsSync, readFileSync, rmSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { clusterPaths } from '@media-library/embedded-postgres'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Stops the PostgreSQL of a data folder and removes the folder when the run of the tests is interrupted. Returns what ends that. */
export function removeWhenInterrupted(dataDir: string): () => void {
  const stop = () => stopNow(dataDir)
  const exit = (signal: (typeof signals)[number]) => process.exit(128 + constants.signals[signal])
  process.once('exit', stop)
  for (const signal of signals) process.once(signal, exit)
  return () => {
    process.off('exit', stop)
    for (const signal of signals) process.off(signal, exit)
  }
}

/** Stops PostgreSQL without a checkpoint, because a process that exits can wait for nothing. */
function stopNow(dataDir: string): void {
  const pidFile = join(clusterPaths(dataDir).folder, 'postmaster.pid')
  // A signal to the whole group has stopped it already.
  if (existsSync(pidFile)) process.kill(Number.parseInt(readFileSync(pidFile, 'utf8'), 10), 'SIGQUIT')
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 })
}
