import { expect, test } from 'vitest'
import { summarize } from '../src/statistics.js'

test('the ratio is the median of the ratios within rounds, not the ratio of the medians', () => {
  const rounds = [
    { ours: 10, floor: 10 },
    { ours: 40, floor: 50 },
    { ours: 20, floor: 100 },
  ]

  const summary = summarize(rounds)

  expect(summary).toEqual({ ours: 20, floor: 50, ratio: 0.8, spread: [0.2, 1] })
})

test('an even number of rounds takes the middle between both', () => {
  const rounds = [
    { ours: 1, floor: 4 },
    { ours: 3, floor: 4 },
  ]

  const summary = summarize(rounds)

  expect(summary).toEqual({ ours: 2, floor: 4, ratio: 0.5, spread: [0.25, 0.75] })
})
