import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'

/** What tests draw at random comes from it; TEST_SEED draws the same again. */
export const SEED = Number(process.env['TEST_SEED'] || Date.now() % 2 ** 31)

const generator = xoroshiro128plus(SEED)

/** A whole number, at least `least` and at most `most`. */
export function draw(least: number, most: number): number {
  return uniformInt(generator, least, most)
}

/** One of the values. */
export function drawFrom<T>(values: readonly T[]): T {
  return values[draw(0, values.length - 1)] as T
}
