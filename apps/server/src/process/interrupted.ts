import { constants } from 'node:os'

/** What asks a program to stop. */
export const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
export type StopSignal = (typeof stopSignals)[number]

/** The exit codes that shells expect of a program that a signal ended. */
export function exitCodeOf(signal: StopSignal): number {
  return 128 + constants.signals[signal]
}

/** Thrown when a signal ended a command; `exitCode` is the one that shells expect. */
export class Interrupted extends Error {
  readonly exitCode: number

  constructor(signal: StopSignal) {
    super(`interrupted by ${signal}`)
    this.exitCode = exitCodeOf(signal)
  }
}
