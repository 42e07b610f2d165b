import { execFile } from 'node:child_process'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { packagedBinaries, toProgramPath } from './binaries.js'
import { clusterPaths } from './cluster.js'

const run = promisify(execFile)

/** The content of a `postmaster.pid`. */
export interface Postmaster {
  pid: number
  port: number
  isReady: boolean
}

/** Reads the `postmaster.pid` of a cluster; null when there is none, or when it is incomplete. */
export async function readPostmaster(folder: string): Promise<Postmaster | null> {
  const text = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '')
  const [pid, , , port, , , , status] = text.split('\n')
  if (!Number(pid)) return null
  return { pid: Number(pid), port: Number(port), isReady: status?.trim() === 'ready' }
}

/** Returns the process of the PostgreSQL that runs in a data folder; null when none does. */
export async function findPid(dataDir: string): Promise<number | null> {
  const { folder } = clusterPaths(dataDir)
  const found = await readPostmaster(folder)
  return found && (await isRunning(found.pid, folder)) ? found.pid : null
}

/** Returns whether the process exists and is the postmaster of the cluster. A postmaster's current folder is its cluster. */
export function isRunning(pid: number, folder: string): Promise<boolean> {
  if (process.platform === 'linux') return isRunningOnLinux(pid, folder)
  return process.platform === 'win32' ? isRunningOnWindows(pid) : isRunningOnMac(pid, folder)
}

const STOP_LIMIT_MS = 6_000

/** Tells a postmaster to stop. Open sessions end, and all commits are written to the disk. */
export async function tellToStop(pid: number, folder: string): Promise<void> {
  if (process.platform !== 'win32') return void process.kill(pid, 'SIGINT')
  await run(toProgramPath(await packagedBinaries(), 'pg_ctl'), ['stop', '--no-wait', '-m', 'fast', '-D', folder])
}

/** Stops a postmaster. Resolves to false when it is still writing to the disk after 6 s; it then stops by itself. */
export async function stopPostmaster(pid: number, folder: string): Promise<boolean> {
  await tellToStop(pid, folder)
  const limit = performance.now() + STOP_LIMIT_MS
  while (await isRunning(pid, folder)) {
    if (performance.now() > limit) return false
    await sleep(10)
  }
  return true
}

async function isRunningOnLinux(pid: number, folder: string): Promise<boolean> {
  const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const [, command, state] = /^\d+ \((.*)\) (\S)/s.exec(line) ?? []
  if (command === undefined || state === 'Z') return false
  // In a container, root may be unable to inspect another account's process. Then the name has to suffice.
  return (await isSame(`/proc/${pid}/cwd`, folder)) ?? command === 'postgres'
}

async function isSame(path: string, folder: string): Promise<boolean | null> {
  const [there, here] = await Promise.all([stat(path).catch(() => null), stat(folder)])
  return there && there.ino === here.ino && there.dev === here.dev
}

async function isRunningOnWindows(pid: number): Promise<boolean> {
  const found = await run('tasklist', ['/FI', `PID eq ${pid}`, '/FO', 'CSV', '/NH'])
  return found.stdout.toLowerCase().includes('postgres.exe')
}

async function isRunningOnMac(pid: number, folder: string): Promise<boolean> {
  const found = await run('lsof', ['-a', '-d', 'cwd', '-p', String(pid), '-Fn']).catch(() => null)
  const path = /^n(.*)$/m.exec(found?.stdout ?? '')?.[1]
  return path !== undefined && (await isSame(path, folder)) === true
}
