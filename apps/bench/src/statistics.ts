/** Units per second of both sides in one round. */
export interface Round {
  ours: number
  floor: number
}

/** What the rounds of a scenario say together. */
export interface Summary {
  /** Medians, in units per second. */
  ours: number
  floor: number
  /** The median of the rounds' own ratios, ours to the floor. */
  ratio: number
  /** The lowest and the highest ratio of a round. */
  spread: [lowest: number, highest: number]
}

const median = (values: number[]): number => {
  const sorted = values.toSorted((left, right) => left - right)
  const middle = sorted.slice(Math.floor((sorted.length - 1) / 2), Math.floor(sorted.length / 2) + 1)
  return middle.reduce((sum, value) => sum + value, 0) / middle.length
}

/** Sums up at least one round. A ratio is taken within a round, so that a machine that slows down slows both sides. */
export const summarize = (rounds: Round[]): Summary => {
  const ratios = rounds.map(({ ours, floor }) => ours / floor)
  return {
    ours: median(rounds.map(({ ours }) => ours)),
    floor: median(rounds.map(({ floor }) => floor)),
    ratio: median(ratios),
    spread: [Math.min(...ratios), Math.max(...ratios)],
  }
}
