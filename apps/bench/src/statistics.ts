import type { ExchangeFigures, Measurement } from './scenario.js'

/** The measurements of both sides in one round. */
export interface Round {
  ours: Measurement
  floor: Measurement
}

/** The summary of all rounds of a scenario. */
export interface Summary {
  ours: Measurement
  floor: Measurement
  /** The median of the ratios of the rounds, ours to the floor. */
  ratio: number
  /** The lowest and the highest ratio of a round. */
  spread: [lowest: number, highest: number]
}

/** Summarizes at least one round. Each ratio compares the two sides of one round, so that a slow machine slows both. */
export function summarize(rounds: Round[]): Summary {
  const ratios = rounds.map(({ ours, floor }) => ours.rate / floor.rate)
  return {
    ours: summarizeSide(rounds.map(({ ours }) => ours)),
    floor: summarizeSide(rounds.map(({ floor }) => floor)),
    ratio: median(ratios),
    spread: [Math.min(...ratios), Math.max(...ratios)],
  }
}

function summarizeSide(rounds: Measurement[]): Measurement {
  const memory = rounds.flatMap(({ treeMb }) => treeMb ?? [])
  const exchanges = rounds.flatMap(({ exchange }) => exchange ?? [])
  return {
    rate: median(rounds.map(({ rate }) => rate)),
    ...(memory.length > 0 && { treeMb: Math.max(...memory) }),
    ...(exchanges.length > 0 && { exchange: summarizeExchange(exchanges) }),
  }
}

function median(values: number[]): number {
  const sorted = values.toSorted((left, right) => left - right)
  const middle = sorted.slice(Math.floor((sorted.length - 1) / 2), Math.floor(sorted.length / 2) + 1)
  return middle.reduce((sum, value) => sum + value, 0) / middle.length
}

/** Returns the median of each figure, and the maximum of the memory. */
function summarizeExchange(rounds: ExchangeFigures[]): ExchangeFigures {
  const toMedian = (name: keyof ExchangeFigures) => median(rounds.map((round) => round[name] ?? Number.NaN))
  const known = (value: number) => (Number.isNaN(value) ? null : value)
  return {
    p50: toMedian('p50'),
    p99: toMedian('p99'),
    serverCpu: known(toMedian('serverCpu')),
    databaseCpu: known(toMedian('databaseCpu')),
    storeRequests: known(toMedian('storeRequests')),
    peakRssMb: known(Math.max(...rounds.map(({ peakRssMb }) => peakRssMb ?? Number.NaN))),
  }
}

/** Returns the value below which that share of the sorted values is. */
export function quantile(sorted: Float64Array, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}
