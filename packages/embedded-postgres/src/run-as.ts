import { type SpawnOptions, spawn } from 'node:child_process'
import { open } from 'node:fs/promises'
import type { Account } from './account.js'

const KEPT_VARIABLES = ['PATH', 'TMPDIR', 'TEMP', 'TMP', 'SYSTEMROOT']

/** Returns the options to spawn a program of PostgreSQL without the caller's settings (PG*, LANG) and current folder. */
export function asAccount(account: Account | null): SpawnOptions {
  return {
    ...(account && { uid: account.uid, gid: account.gid }),
    ...(process.platform !== 'win32' && { cwd: '/' }),
    env: {
      ...Object.fromEntries(KEPT_VARIABLES.map((name) => [name, process.env[name]])),
      LC_ALL: 'C',
    },
  }
}

const STOP_LIMIT_MS = 5_000

/**
 * Runs a program and returns its output. Throws an Error with its output when it fails, or one that the signal aborted it. Either
 * way, the program and what it started have ended by then, and write no more files.
 */
export function runAs(
  account: Account | null,
  program: string,
  args: string[],
  { descriptors = [], signal }: { descriptors?: number[]; signal?: AbortSignal } = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      ...asAccount(account),
      stdio: ['ignore', 'pipe', 'pipe', ...descriptors],
      ...(signal && { signal }),
    })
    let output = ''
    const collect = (chunk: Buffer) => {
      output += chunk
    }
    child.stdout?.on('data', collect)
    child.stderr?.on('data', collect)
    let aborted: Error | null = null
    child.once('error', (error) => {
      if (child.pid === undefined) return reject(error)
      aborted = error
      setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS).unref()
    })
    child.once('close', (code, signal) => {
      if (aborted) reject(aborted)
      else if (code === 0) resolve(output)
      else reject(new Error(`${program} failed with ${signal ?? code}:\n${output.trim()}`))
    })
  })
}

/** Paths that a child of the account can open, and the descriptors that it has to inherit, from 3 on. */
export interface Lent {
  paths: string[]
  descriptors: number[]
  close(): Promise<void>
}

/**
 * Makes files and folders accessible to a child. The account may be unable to enter root's folders, so on Linux root opens
 * them, and the child reaches them through its inherited descriptors.
 */
export async function lend(account: Account | null, paths: string[]): Promise<Lent> {
  if (!account || process.platform !== 'linux') return { paths, descriptors: [], close: async () => {} }
  const handles = await Promise.all(paths.map((path) => open(path)))
  return {
    paths: handles.map((_, index) => `/proc/self/fd/${index + 3}`),
    descriptors: handles.map(({ fd }) => fd),
    close: async () => {
      await Promise.all(handles.map((handle) => handle.close()))
    },
  }
}
