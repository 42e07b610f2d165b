import type { ExchangeFigures, Measurement } from './scenario.js'

/** What both sides did in one round. */
export interface Round {
  ours: Measurement
  floor: Measurement
}

/** What the rounds of a scenario say together. */
export interface Summary {
  ours: Measurement
  floor: Measurement
  /** The median of the rounds' own ratios, ours to the floor. */
  ratio: number
  /** The lowest and the highest ratio of a round. */
  spread: [lowest: number, highest: number]
}

/** Sums up at least one round. A ratio is taken within a round, so that a machine that slows down slows both sides. */
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
  const exchanges = rounds.flatMap(({ exchange }) => exchange ?? [])
  return {
    rate: median(rounds.map(({ rate }) => rate)),
    ...(exchanges.length > 0 && { exchange: summarizeExchange(exchanges) }),
  }
}

function median(values: number[]): number {
  const sorted = values.toSorted((left, right) => left - right)
  const middle = sorted.slice(Math.floor((sorted.length - 1) / 2), Math.floor(sorted.length / 2) + 1)
  return middle.reduce((sum, value) => sum + value, 0) / middle.length
}

/** The median of each figure, and the most memory of all. */
function summarizeExchange(rounds: ExchangeFigures[]): ExchangeFigures {
  const medianOf = (name: keyof ExchangeFigures) => median(rounds.map((round) => round[name] ?? Number.NaN))
  const known = (value: number) => (Number.isNaN(value) ? null : value)
  return {
    p50: medianOf('p50'),
    p99: medianOf('p99'),
    serverCpu: known(medianOf('serverCpu')),
    databaseCpu: known(medianOf('databaseCpu')),
    peakRssMb: known(Math.max(...rounds.map(({ peakRssMb }) => peakRssMb ?? Number.NaN))),
  }
}
