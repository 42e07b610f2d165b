import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'

/** The seed of all random values of the tests. TEST_SEED repeats them. */
export const SEED = Number(process.env['TEST_SEED'] || Date.now() % 2 ** 31)

const generator = xoroshiro128plus(SEED)

/** Draws a whole number from `least` to `most`. */
export function draw(least: number, most: number): number {
  return uniformInt(generator, least, most)
}

/** Draws one of the values. */
export function drawFrom<T>(values: readonly T[]): T {
  return values[draw(0, values.length - 1)] as T
}
