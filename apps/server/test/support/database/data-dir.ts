import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findPid } from '@media-library/embedded-postgres'
import { inject, onTestFinished } from 'vitest'
import { until } from '../until.js'

/** Makes a data folder that was used before, for one test. What still runs in it ends with the test. */
export async function makeUsedDataDir(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'média library-'))
  onTestFinished(async () => {
    const pid = await findPid(dataDir)
    if (pid) process.kill(pid, 'SIGQUIT')
    await until(async () => !(await findPid(dataDir)))
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  })
  await copyDataDir(inject('usedDataDir'), dataDir)
  return dataDir
}

/** Copies a data folder that nobody uses into another, with the owners of its files. */
export async function copyDataDir(source: string, target: string): Promise<void> {
  await promisify(execFile)('cp', ['-a', `${source}/.`, target])
}
