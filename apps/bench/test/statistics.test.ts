import { expect, test } from 'vitest'
import { summarize } from '../src/statistics.js'

test('the ratio is the median of the ratios within rounds, not the ratio of the medians', () => {
  const rounds = [
    { ours: { rate: 10 }, floor: { rate: 10 } },
    { ours: { rate: 40 }, floor: { rate: 50 } },
    { ours: { rate: 20 }, floor: { rate: 100 } },
  ]

  const summary = summarize(rounds)

  expect(summary).toEqual({ ours: { rate: 20 }, floor: { rate: 50 }, ratio: 0.8, spread: [0.2, 1] })
})

test('the median of an even number of rounds is the mean of the middle two', () => {
  const rounds = [
    { ours: { rate: 1 }, floor: { rate: 4 } },
    { ours: { rate: 3 }, floor: { rate: 4 } },
  ]

  const summary = summarize(rounds)

  expect(summary).toEqual({ ours: { rate: 2 }, floor: { rate: 4 }, ratio: 0.5, spread: [0.25, 0.75] })
})

test('times are medians, memory is the maximum of all rounds, and an unknown figure stays unknown', () => {
  const exchange = { p50: 1, p99: 4, serverCpu: 2, databaseCpu: null, peakRssMb: 30, storeRequests: null }
  const rounds = [
    { ours: { rate: 1, treeMb: 700, exchange }, floor: { rate: 1, exchange } },
    { ours: { rate: 1, exchange: { ...exchange, p99: 8, peakRssMb: 20 } }, floor: { rate: 1, exchange } },
  ]

  const { ours } = summarize(rounds)

  expect(ours).toMatchObject({
    treeMb: 700,
    exchange: { p50: 1, p99: 6, serverCpu: 2, databaseCpu: null, peakRssMb: 30, storeRequests: null },
  })
})
