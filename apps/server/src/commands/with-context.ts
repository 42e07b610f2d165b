import { readConfig } from '../config.js'
import { type OpenContext, openContext } from '../context.js'
import { exitCodeOf, type Signal, stopSignal } from './stop-signal.js'

/** Thrown when a signal ended a command; `exitCode` is the one that shells expect. */
export class Interrupted extends Error {
  readonly exitCode: number

  constructor(signal: Signal) {
    super(`interrupted by ${signal}`)
    this.exitCode = exitCodeOf(signal)
  }
}

/** Runs an action on the library that the environment names, and closes it whatever happens. Throws `Interrupted`. */
export const withContext = async <Result>(action: (context: OpenContext) => Promise<Result>): Promise<Result> => {
  const interrupted = stopSignal()
  const context = await openContext(readConfig(process.env))
  try {
    return await Promise.race([
      action(context),
      interrupted.then((signal) => {
        throw new Interrupted(signal)
      }),
    ])
  } finally {
    await context.close()
  }
}
