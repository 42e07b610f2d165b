import { Command, InvalidArgumentError, Option } from 'commander'
import { toJson, toTable } from './report.js'
import { type Result, run } from './run.js'
import type { Scenario } from './scenario.js'
import { scenarios } from './scenarios/index.js'

const names = scenarios.map(({ name }) => name)

const readScenarios = (text: string): Scenario[] =>
  text.split(',').map((name) => {
    const scenario = scenarios.find((known) => known.name === name.trim())
    if (!scenario) throw new InvalidArgumentError(`There is no ${name}. Name some of: ${names.join(', ')}.`)
    return scenario
  })

const readRounds = (text: string): number => {
  const rounds = Number(text)
  if (!Number.isInteger(rounds) || rounds < 1 || rounds > 99) {
    throw new InvalidArgumentError('It must be a whole number from 1 to 99.')
  }
  return rounds
}

interface Options {
  only: Scenario[]
  json: boolean
  quick: boolean
  rounds: number
}

const interrupted = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort(new Error(signal)))

const bench = async ({ only, json, quick, rounds }: Options): Promise<void> => {
  const onProgress = (line: string) => process.stderr.write(`${line}\n`)
  const results: Result[] = []
  for (const scenario of only) {
    results.push(await run(scenario, { rounds, quick, signal: interrupted.signal, onProgress }))
  }
  process.stdout.write(json ? toJson(results) : toTable(results))
}

const program = new Command('bench')
  .description(
    `Measures the media library beside the least that does the same work, on this machine, both in turn.
It brings its own PostgreSQL and photos, and removes them. Leave the machine alone meanwhile.`,
  )
  .addOption(
    new Option('--only <names>', `which of ${names.join(', ')}, separated by commas`)
      .argParser(readScenarios)
      .default(scenarios, 'all'),
  )
  .option('--json', 'print one JSON object', false)
  .option('--quick', 'take less work, for a first look', false)
  .option('--rounds <number>', 'how often to measure both sides', readRounds, 3)
  .action(bench)

try {
  await program.parseAsync()
} catch (error) {
  process.stderr.write(`error: ${interrupted.signal.aborted ? 'interrupted' : (error as Error).message}\n`)
  process.exitCode = interrupted.signal.aborted ? 130 : 1
}
