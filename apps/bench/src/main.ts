import { resolve } from 'node:path'
import { Command, InvalidArgumentError, Option } from 'commander'
import { generateOnce } from './generated-once.js'
import { measurePage } from './page/index.js'
import { plot } from './plot/index.js'
import { toJson, toPageTable, toTable } from './report.js'
import { type Result, run } from './run.js'
import type { Scenario } from './scenario.js'
import { scenarios } from './scenarios/index.js'

/** The current folder of the user. pnpm starts scripts in the folder of their package. */
const INVOKED_IN = process.env['INIT_CWD'] ?? process.cwd()

const GENERATED_ASSETS = 100_000

const names = scenarios.map(({ name }) => name)

function readScenarios(text: string): Scenario[] {
  return text.split(',').flatMap((given) => {
    const name = given.trim()
    const chosen = scenarios.filter((known) => known.name === name || known.name.startsWith(`${name}-`))
    if (chosen.length === 0)
      throw new InvalidArgumentError(`There is no scenario ${name}. Choose from: ${names.join(', ')}.`)
    return chosen
  })
}

function readRounds(text: string): number {
  const rounds = Number(text)
  if (!Number.isInteger(rounds) || rounds < 1 || rounds > 99) {
    throw new InvalidArgumentError('It must be a whole number from 1 to 99.')
  }
  return rounds
}

function readPictures(text: string): number {
  const pictures = Number(text)
  if (!Number.isInteger(pictures) || pictures < 1_000 || pictures > 1_000_000) {
    throw new InvalidArgumentError('It must be a whole number from 1,000 to 1,000,000, without commas.')
  }
  return pictures
}

interface Options {
  only: Scenario[]
  json: boolean
  quick: boolean
  rounds: number
  plot?: string
  page?: number
}

const interrupted = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort(new Error(signal)))

async function bench({ only, json, quick, rounds, plot: picture, page: pictures }: Options): Promise<void> {
  const onProgress = (line: string) => process.stderr.write(`${line}\n`)
  if (picture !== undefined)
    return plot(resolve(INVOKED_IN, picture), { quick, signal: interrupted.signal, onProgress })
  if (pictures !== undefined) {
    const figures = await measurePage({ pictures, signal: interrupted.signal, onProgress })
    process.stdout.write(
      json ? `${JSON.stringify({ pictures, ...figures }, null, 2)}\n` : toPageTable(pictures, figures),
    )
    return
  }
  const results: Result[] = []
  const generated = generateOnce(GENERATED_ASSETS)
  const options = { rounds, quick, signal: interrupted.signal, openGenerated: generated.open, onProgress }
  try {
    for (const scenario of only) results.push(await run(scenario, options))
  } finally {
    await generated.close()
    // The results before a failure are printed: they took time, too.
    if (results.length > 0) process.stdout.write(json ? toJson(results) : toTable(results))
  }
}

const program = new Command('bench')
  .description(
    `Measures the media library and a minimal program that does the same work, on this machine, in turn.
It uses its own PostgreSQL and photos, and removes them. Do not use the machine meanwhile.`,
  )
  .addOption(
    new Option(
      '--only <names>',
      `which of ${names.join(', ')}, separated by commas; the beginning of a name selects all names that continue with a dash`,
    )
      .argParser(readScenarios)
      .default(
        scenarios.filter(({ aim }) => aim !== null),
        'those with an aim',
      ),
  )
  .option('--json', 'print one JSON object', false)
  .option('--quick', 'do less work, for a first impression', false)
  .option('--rounds <number>', 'the number of measurements of both sides', readRounds, 3)
  .option('--plot <folder>', 'instead draw how the time of operations grows, an SVG file for each')
  .option(
    '--page <pictures>',
    'instead measure the page with that many pictures, in the chromium of the system or of CHROMIUM',
    readPictures,
  )
  .action(bench)

try {
  await program.parseAsync()
} catch (error) {
  process.stderr.write(`error: ${interrupted.signal.aborted ? 'interrupted' : (error as Error).message}\n`)
  process.exitCode = interrupted.signal.aborted ? 130 : 1
}
