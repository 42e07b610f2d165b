import { constants } from 'node:os'

const signals = ['SIGINT', 'SIGTERM'] as const
export type Signal = (typeof signals)[number]

/** What shells expect of a program that a signal ended. */
export const exitCodeOf = (signal: Signal): number => 128 + constants.signals[signal]

/** Resolves at the first SIGINT or SIGTERM, with which; the next one, of either, ends the process at once. */
export const stopSignal = (): Promise<Signal> =>
  new Promise((resolve) => {
    let isStopping = false
    const stop = (signal: Signal) => {
      if (isStopping) process.exit(exitCodeOf(signal))
      isStopping = true
      resolve(signal)
    }
    for (const signal of signals) process.on(signal, stop)
  })

/** Ends the process within a second, though something that hangs may be left, such as a database or a mount. */
export const endSoon = (): void => void setTimeout(() => process.exit(), 1_000).unref()
