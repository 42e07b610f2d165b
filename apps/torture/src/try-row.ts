import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { judge, type Reported, type TestReport, type Verdict } from './judge.js'
import type { Row, Tier } from './row.js'

const server = dirname(dirname(fileURLToPath(import.meta.resolve('@media-library/server/main'))))

/** How long tests that are told to end may take over it. */
const GRACE_MS = 30_000

/** A row with what it came to. */
export interface Tried extends Verdict {
  name: string
  /** How long it took. */
  seconds: number
}

export interface TryOptions {
  tier: Tier
  /** What the tests draw at random comes from it. */
  seed: number
  /** Each row gets a folder in it, which stays when the row fails: output, figures, and what was answered to whom. */
  folder: string
  /** Ends the row. */
  signal: AbortSignal
}

const readReport = async (folder: string): Promise<TestReport | null> =>
  JSON.parse(await readFile(join(folder, 'results.json'), 'utf8').catch(() => 'null'))

const readFigures = async (folder: string): Promise<Reported[]> => {
  const lines = await readFile(join(folder, 'figures.jsonl'), 'utf8').catch(() => '')
  return lines
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
}

const runTests = async ({ files, tests }: Row, folder: string, env: NodeJS.ProcessEnv, signal: AbortSignal) => {
  const args = ['run', ...files.map((file) => `test/${file}`), ...(tests ? ['-t', tests] : []), '--no-file-parallelism']
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${join(folder, 'results.json')}`]
  const child = spawn(process.execPath, [join(server, 'node_modules/vitest/vitest.mjs'), ...args, ...reporters], {
    cwd: server,
    // A group of its own, so that nothing that the tests started stays when they are ended.
    detached: true,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = createWriteStream(join(folder, 'output.log'))
  for (const stream of [child.stdout, child.stderr]) stream.pipe(output, { end: false })
  const signalAll = (name: NodeJS.Signals) => {
    try {
      process.kill(-(child.pid as number), name)
    } catch {
      // Nobody is left.
    }
  }
  let killing: NodeJS.Timeout | undefined
  const stop = () => {
    signalAll('SIGINT')
    killing = setTimeout(() => signalAll('SIGKILL'), GRACE_MS)
  }
  signal.addEventListener('abort', stop, { once: true })
  await once(child, 'close')
  signal.removeEventListener('abort', stop)
  clearTimeout(killing)
  signalAll('SIGKILL')
  output.end()
}

/** Runs the tests of a row, for as long as it may take. Rejects with the signal's reason when that ends it. */
export const tryRow = async (row: Row, { tier, seed, folder, signal }: TryOptions): Promise<Tried> => {
  const rowFolder = join(folder, row.name)
  await mkdir(rowFolder)
  const limit = AbortSignal.timeout(row.minutes[tier] * 60_000)
  const startedAt = performance.now()
  const env = { TORTURE: tier, TORTURE_SEED: String(seed), TORTURE_FOLDER: rowFolder }
  await runTests(row, rowFolder, env, AbortSignal.any([signal, limit]))
  signal.throwIfAborted()
  const verdict = judge(limit.aborted ? null : await readReport(rowFolder), await readFigures(rowFolder))
  if (verdict.passes) await rm(rowFolder, { recursive: true })
  return { name: row.name, ...verdict, seconds: Math.round((performance.now() - startedAt) / 1_000) }
}
