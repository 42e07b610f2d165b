/** The limits of a batch, and its work. */
interface BatchOptions<Item, Result> {
  /** Does the work of many calls at once, all or nothing, and returns the results in order. */
  run(items: Item[]): Promise<Result[]>
  /** The number of calls that makes a full batch. */
  size: number
  /** The longest time that a call waits for others, unless a batch is running. */
  waitMs: number
  /** Returns whether no further call can arrive before the waiting ones are done. */
  isLast(): boolean
}

interface Call<Item, Result> {
  item: Item
  resolve(result: Result): void
  reject(error: unknown): void
}

/**
 * Combines many calls into one. Calls that arrive together, or while a batch is running, form a batch. When a batch fails,
 * each of its calls is tried alone, so that only the faulty ones fail.
 */
export function createBatch<Item, Result>({ run, size, waitMs, isLast }: BatchOptions<Item, Result>) {
  let waiting: Call<Item, Result>[] = []
  let isRunning = false
  let timer: NodeJS.Timeout | undefined

  const runAll = async (calls: Call<Item, Result>[]): Promise<void> => {
    try {
      const results = await run(calls.map(({ item }) => item))
      for (const [index, { resolve }] of calls.entries()) resolve(results[index] as Result)
    } catch (error) {
      const [first, ...others] = calls
      if (others.length === 0) first?.reject(error)
      else for (const call of calls) await runAll([call])
    }
  }

  const flush = async () => {
    clearTimeout(timer)
    timer = undefined
    if (isRunning || waiting.length === 0) return
    const calls = waiting
    waiting = []
    isRunning = true
    await runAll(calls)
    isRunning = false
    plan()
  }

  const plan = () => {
    if (isRunning || waiting.length === 0) return
    if (waiting.length >= size || isLast()) void flush()
    else timer ??= setTimeout(flush, waitMs)
  }

  return (item: Item): Promise<Result> =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      // Only the first call plans the batch, once all calls of the same moment are waiting.
      if (waiting.length === 1 || waiting.length === size) setImmediate(plan)
    })
}
