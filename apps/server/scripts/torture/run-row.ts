import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Row, Tier } from './row.js'
import { type Reported, type RowResult, toRowResult } from './row-result.js'

/** A row with its result. */
export interface Outcome extends RowResult {
  name: string
  seconds: number
}

interface RunOptions {
  tier: Tier
  /** The seed of all random values in the tests. */
  seed: number
  /** The folder for the output, the figures and all answers to clients. It is removed when the row holds. */
  folder: string
  /** Stops the row. */
  signal: AbortSignal
}

/** Runs the tests of a row within its limit. Rejects with the signal's reason when the signal aborts. */
export async function runRow(row: Row, { tier, seed, folder, signal }: RunOptions): Promise<Outcome> {
  await mkdir(folder)
  const limit = AbortSignal.timeout(row.minutes[tier] * 60_000)
  const startedAt = performance.now()
  const env = { ...process.env, TORTURE: tier, TORTURE_SEED: String(seed), TORTURE_FOLDER: folder }
  await runTests(row, folder, env, AbortSignal.any([signal, limit]))
  signal.throwIfAborted()
  const report = limit.aborted
    ? null
    : JSON.parse(await readFile(join(folder, 'results.json'), 'utf8').catch(() => 'null'))
  const result = toRowResult(report, await readFigures(folder))
  if (result.passes) await rm(folder, { recursive: true })
  return { name: row.name, ...result, seconds: Math.round((performance.now() - startedAt) / 1_000) }
}

const server = fileURLToPath(new URL('../..', import.meta.url))
const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs')

/** How long tests may take to stop. */
const GRACE_MS = 30_000

async function runTests(
  { files, tests }: Row,
  folder: string,
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<void> {
  const what = [...files.map((file) => `test/${file}`), ...(tests ? ['-t', tests] : [])]
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${join(folder, 'results.json')}`]
  const child = spawn(process.execPath, [vitest, 'run', ...what, '--no-file-parallelism', ...reporters], {
    cwd: server,
    // Its own process group, so that all processes that the tests started can be killed with them.
    detached: true,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = createWriteStream(join(folder, 'output.log'))
  for (const stream of [child.stdout, child.stderr]) stream.pipe(output, { end: false })
  let killing: NodeJS.Timeout | undefined
  const stop = () => {
    signalGroup(child.pid, 'SIGINT')
    killing = setTimeout(signalGroup, GRACE_MS, child.pid, 'SIGKILL')
  }
  signal.addEventListener('abort', stop, { once: true })
  await once(child, 'close')
  signal.removeEventListener('abort', stop)
  clearTimeout(killing)
  signalGroup(child.pid, 'SIGKILL')
  output.end()
}

function signalGroup(leader: number | undefined, signal: NodeJS.Signals): void {
  if (leader === undefined) return
  try {
    process.kill(-leader, signal)
  } catch {
    // The group has ended.
  }
}

async function readFigures(folder: string): Promise<Reported[]> {
  const lines = await readFile(join(folder, 'figures.jsonl'), 'utf8').catch(() => '')
  return lines.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]))
}
