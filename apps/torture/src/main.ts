import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command, InvalidArgumentError, Option } from 'commander'
import { toJson, toTable } from './report.js'
import type { Row } from './row.js'
import { rows } from './rows.js'
import { type Tried, tryRow } from './try-row.js'

const names = rows.map(({ name }) => name)

const readRows = (text: string): Row[] =>
  text.split(',').map((given) => {
    const row = rows.find(({ name }) => name === given.trim())
    if (!row) throw new InvalidArgumentError(`There is no ${given.trim()}. Name some of: ${names.join(', ')}.`)
    return row
  })

const readSeed = (text: string): number => {
  const seed = Number(text)
  if (!Number.isInteger(seed) || seed < 0 || seed >= 2 ** 31) {
    throw new InvalidArgumentError('It must be a whole number below 2,147,483,648.')
  }
  return seed
}

const readCount = (text: string): number => {
  const count = Number(text)
  if (!Number.isInteger(count) || count < 1) throw new InvalidArgumentError('It must be a whole number from 1.')
  return count
}

interface Options {
  quick: boolean
  atOnce: number
  only: Row[]
  json: boolean
  seed: number
}

const interrupted = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort(new Error(signal)))

const say = (line: string) => void process.stderr.write(`${line}\n`)

const torture = async ({ quick, atOnce, only, json, seed }: Options): Promise<void> => {
  const tier = quick ? 'quick' : 'long'
  const folder = await mkdtemp(join(tmpdir(), 'media-library-torture-'))
  const tried: Tried[] = []
  const waiting = [...only.entries()]
  const tryInTurn = async () => {
    for (let next = waiting.shift(); next && !interrupted.signal.aborted; next = waiting.shift()) {
      const [index, row] = next
      const name = `${index + 1}/${only.length} ${row.name}`
      say(`${name}: ${row.amount[tier]}, ${row.minutes[tier]} minutes at most`)
      const result = await tryRow(row, { tier, seed, folder, signal: interrupted.signal })
      say(`${name} ${result.passes ? 'holds' : 'FAILS'} after ${result.seconds} s: ${result.figure}`)
      if (!result.passes) say(`    What happened is in ${join(folder, row.name)}`)
      tried.push(result)
    }
  }
  say(`Seed ${seed}`)
  try {
    const ends = await Promise.allSettled(Array.from({ length: atOnce }, tryInTurn))
    for (const end of ends) if (end.status === 'rejected') throw end.reason
  } finally {
    tried.sort((one, other) => names.indexOf(one.name) - names.indexOf(other.name))
    const kept = await readdir(folder)
    if (kept.length === 0) await rm(folder, { recursive: true })
    process.stdout.write(json ? toJson(tried) : toTable(rows, tried))
  }
  if (tried.some(({ passes }) => !passes)) process.exitCode = 1
}

const program = new Command('torture')
  .description(
    `Tries to break what must hold: with hostile requests, crashes, faults and long runs, on this machine.
It brings its own PostgreSQL, and removes it. Leave the machine alone meanwhile.
It exits with 1 when something does not hold, and says where to find what happened.`,
  )
  .option('--quick', 'do what is done in minutes; without it, it takes hours', false)
  .addOption(
    new Option('--at-once <count>', 'how many are tried at the same time; with more than one, times are worse')
      .argParser(readCount)
      .default(1),
  )
  .addOption(
    new Option('--only <names>', `which of ${names.join(', ')}, separated by commas`)
      .argParser(readRows)
      .default(rows, 'all'),
  )
  .option('--json', 'print one JSON object', false)
  .addOption(
    new Option('--seed <number>', 'draw the same at random as a run before')
      .argParser(readSeed)
      .default(Date.now() % 2 ** 31, 'another one each time'),
  )
  .action(torture)

try {
  await program.parseAsync()
} catch (error) {
  process.stderr.write(`error: ${interrupted.signal.aborted ? 'interrupted' : (error as Error).message}\n`)
  process.exitCode = interrupted.signal.aborted ? 130 : 1
}
