/** Numbers from 0 up to 1, the same ones for the same seed. */
export type Random = () => number

/** Mulberry32 over an FNV-1a hash of the seed. */
export function seeded(seed: string): Random {
  let state = 2166136261
  for (const character of seed) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 16777619)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

export function between(random: Random, low: number, high: number): number {
  return low + (high - low) * random()
}

/** Smooth noise between -1 and 1 along a line; features are about 1 long, with finer ones upon them. */
export function rolling(random: Random, octaves = 4): (x: number) => number {
  const knots = Array.from({ length: 256 }, () => random() * 2 - 1)
  const smooth = (x: number) => {
    const cell = Math.floor(x)
    const t = x - cell
    const from = knots[cell & 255] ?? 0
    const to = knots[(cell + 1) & 255] ?? 0
    return from + (to - from) * t * t * (3 - 2 * t)
  }
  return (x) => {
    let sum = 0
    for (let octave = 0; octave < octaves; octave += 1) sum += smooth(x * 2 ** octave + octave * 37) / 2 ** (octave + 1)
    return sum
  }
}
