import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createBatch } from '../../src/jobs/worker/batch.js'
import { until } from '../support/until.js'

/** A batch that doubles numbers, and notes which went together; it refuses those that hold 13. */
function createDoubling(
  options: { size?: number; waitMs?: number; isLast?: () => boolean; gate?: Promise<void> } = {},
) {
  const batches: number[][] = []
  const double = createBatch({
    size: options.size ?? 3,
    waitMs: options.waitMs ?? 60_000,
    isLast: options.isLast ?? (() => false),
    run: async (numbers: number[]) => {
      batches.push(numbers)
      await options.gate
      if (numbers.includes(13)) throw new Error('unlucky')
      return numbers.map((number) => 2 * number)
    },
  })
  return { batches, double }
}

test('calls made at once run together, and each gets its own result', async () => {
  const { batches, double } = createDoubling()

  const results = await Promise.all([1, 2, 3, 4].map(double))

  expect(results).toEqual([2, 4, 6, 8])
  expect(batches).toEqual([[1, 2, 3, 4]])
})

test('a call waits for others until the batch is full', async () => {
  const { batches, double } = createDoubling({ size: 2 })

  const first = double(1)
  await sleep(20)
  const results = await Promise.all([first, double(2)])

  expect(results).toEqual([2, 4])
  expect(batches).toEqual([[1, 2]])
})

test('a call for which no others come runs after the configured time', async () => {
  const { double } = createDoubling({ waitMs: 20 })

  expect(await double(1)).toBe(2)
})

test('a call that no other can follow runs at once', async () => {
  const { double } = createDoubling({ isLast: () => true })

  expect(await double(1)).toBe(2)
})

test('calls that arrive while a batch is running form the next one', async () => {
  let open = () => {}
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  const { batches, double } = createDoubling({ isLast: () => true, gate })

  const first = double(1)
  await until(() => batches.length === 1)
  const others = [double(2), double(3)]
  await sleep(20)
  const last = double(4)
  open()
  await Promise.all([first, ...others, last])

  expect(batches).toEqual([[1], [2, 3, 4]])
})

test('only the faulty call fails', async () => {
  const { double } = createDoubling()

  const results = await Promise.allSettled([1, 13, 3].map(double))

  expect(results).toMatchObject([{ value: 2 }, { reason: { message: 'unlucky' } }, { value: 6 }])
})
