import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Contest, Measurement, Scenario, Setting } from './scenario.js'
import { type Round, type Summary, summarize } from './statistics.js'

export interface RunOptions {
  rounds: number
  quick: boolean
  /** Interrupts the run, whose files are still removed. */
  signal: AbortSignal
  openGenerated: Setting['openGenerated']
  onProgress(line: string): void
}

/** A scenario and its measurements. */
export interface Result extends Summary {
  name: string
  unit: string
  aim: number | null
  price?: string | undefined
}

const LIMIT_MINUTES = 60

const sides = ['ours', 'floor'] as const

/**
 * Runs a scenario for some rounds, both sides in turn, for an hour at most. Throws any error, or the signal's reason when it ended the run.
 */
export async function run(scenario: Scenario, options: RunOptions): Promise<Result> {
  const { name, unit, aim, price } = scenario
  const { quick, openGenerated } = options
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(LIMIT_MINUTES * 60_000)])
  const folder = await mkdtemp(join(tmpdir(), 'media-library-bench-'))
  try {
    options.onProgress(`${name}: preparing`)
    const contest = await scenario.prepare({ folder, quick, signal, openGenerated })
    try {
      return { name, unit, aim, price, ...summarize(await measure(contest, scenario, { ...options, signal })) }
    } finally {
      await contest.close()
    }
  } catch (error) {
    signal.throwIfAborted()
    throw error
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function measure(contest: Contest, { name, unit }: Scenario, options: RunOptions): Promise<Round[]> {
  const { rounds, signal, onProgress } = options
  const measured: Round[] = []
  for (let number = 1; number <= rounds; number += 1) {
    const round: Partial<Round> = {}
    // The side that goes first alternates, so that neither always finds the machine as the other left it.
    for (const side of number % 2 ? sides : sides.toReversed()) {
      const measurement: Measurement = await contest[side]()
      signal.throwIfAborted()
      onProgress(`${name}: round ${number} of ${rounds}, ${side} ${measurement.rate.toFixed(1)} ${unit} per second`)
      round[side] = measurement
    }
    measured.push(round as Round)
  }
  return measured
}
