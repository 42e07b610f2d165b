import { spawnSync } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Table from 'cli-table3'
import { Command, InvalidArgumentError } from 'commander'
import pLimit from 'p-limit'
import type { Row } from './row.js'
import { rows } from './rows.js'
import { type Outcome, runRow } from './run-row.js'

const names = rows.map(({ name }) => name).join(', ')
const interrupted = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort(new Error(signal)))

const program = new Command('torture')
  .description(
    `Tries to break the promises of the service with hostile requests, crashes, faults and long runs, on this machine.
It creates its own PostgreSQL and removes it afterwards. Do not use the machine for other work meanwhile.
It exits with 1 when a promise does not hold, and prints the path of a folder with the details.`,
  )
  .option('--quick', 'take minutes instead of hours', false)
  .option('--at-once <count>', 'run several rows at the same time, which makes them slower', readNumber(1, 64), 1)
  .option('--only <names>', `run only some rows, separated by commas: ${names}`, readRows, rows)
  .option('--json', 'print one JSON object; run it as `pnpm --silent torture`', false)
  .option(
    '--seed <number>',
    'repeat the random values of an earlier run',
    readNumber(0, 2 ** 31 - 1),
    Date.now() % 2 ** 31,
  )
  .action(torture)
program.options.find(({ long }) => long === '--only')?.default(rows, 'all')
program.options.find(({ long }) => long === '--seed')?.default(Date.now() % 2 ** 31, 'a new one each time')

await program.parseAsync().catch((error: Error) => {
  process.stderr.write(`error: ${interrupted.signal.aborted ? 'interrupted' : error.message}\n`)
  process.exitCode = interrupted.signal.aborted ? 130 : 1
})

interface Options {
  quick: boolean
  atOnce: number
  only: Row[]
  json: boolean
  seed: number
}

async function torture({ quick, atOnce, only, json, seed }: Options): Promise<void> {
  build()
  const { signal } = interrupted
  const tier = quick ? 'quick' : 'long'
  const folder = await mkdtemp(join(tmpdir(), 'media-library-torture-'))
  const outcomes: Outcome[] = []
  say(`Seed ${seed}`)
  try {
    await pLimit(atOnce).map(only, async (row, index) => {
      signal.throwIfAborted()
      const name = `${index + 1}/${only.length} ${row.name}`
      say(`${name}: ${row.amount[tier]}, at most ${row.minutes[tier]} minutes`)
      const outcome = await runRow(row, { tier, seed, folder: join(folder, row.name), signal })
      say(`${name} ${outcome.passes ? 'holds' : 'FAILS'} after ${outcome.seconds} s: ${outcome.figure}`)
      if (!outcome.passes) say(`    The details are in ${join(folder, row.name)}`)
      outcomes.push(outcome)
    })
  } finally {
    if ((await readdir(folder)).length === 0) await rm(folder, { recursive: true })
    const tried = rows.flatMap((row) => outcomes.filter(({ name }) => name === row.name))
    process.stdout.write(json ? `${JSON.stringify({ rows: tried }, null, 2)}\n` : `${toTable(tried)}\n`)
  }
  if (outcomes.some(({ passes }) => !passes)) process.exitCode = 1
}

/** Builds the server that the tests start. Standard output is reserved for the results. */
function build(): void {
  const turbo = fileURLToPath(new URL('../../../../node_modules/turbo/bin/turbo', import.meta.url))
  const args = ['run', 'build', '--filter=@media-library/server', '--output-logs=errors-only']
  const { status } = spawnSync(process.execPath, [turbo, ...args], { stdio: ['ignore', 2, 2] })
  if (status !== 0) throw new Error('the build failed, see above')
}

function toTable(outcomes: Outcome[]): string {
  const head = ['Row', 'Measured', 'Promise', 'Holds', 'Seconds']
  const table = new Table({ head, colWidths: [18, 62, 46, 8, 9], wordWrap: true, style: { head: [], border: [] } })
  for (const { name, figure, passes, seconds } of outcomes) {
    const holds = rows.find((row) => row.name === name)?.holds ?? ''
    table.push([name, figure, holds, passes ? 'yes' : 'NO', String(seconds)])
  }
  return table.toString()
}

function readRows(text: string): Row[] {
  return text.split(',').map((given) => {
    const row = rows.find(({ name }) => name === given.trim())
    if (!row) throw new InvalidArgumentError(`There is no row ${given.trim()}. The rows are: ${names}.`)
    return row
  })
}

function readNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const number = Number(text)
    if (Number.isInteger(number) && number >= least && number <= most) return number
    throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most.toLocaleString('en')}.`)
  }
}

function say(line: string): void {
  process.stderr.write(`${line}\n`)
}
