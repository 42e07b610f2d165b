import { constants } from 'node:os'

/** The signals that ask a program to stop. */
export const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
export type StopSignal = (typeof stopSignals)[number]

/** Returns the exit code that shells expect of a program that a signal ended. */
export function exitCodeOf(signal: StopSignal): number {
  return 128 + constants.signals[signal]
}

/** Thrown when a signal interrupts a command. */
export class Interrupted extends Error {
  readonly exitCode: number

  constructor(signal: StopSignal) {
    super(`interrupted by ${signal}`)
    this.exitCode = exitCodeOf(signal)
  }
}
