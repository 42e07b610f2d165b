import { constants } from 'node:os'

/** The signals that ask a program to stop. */
export const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** The reason why a program stops. SIGPIPE stands for a reader that has gone: Node itself ignores that signal. */
export type StopSignal = (typeof stopSignals)[number] | 'SIGPIPE'

/** The exit code of a program that SIGPIPE ended, even on systems without that signal. */
export const READER_LEFT = 141

/** Returns the exit code that shells expect of a program that a signal ended. */
export function toExitCode(signal: StopSignal): number {
  return signal === 'SIGPIPE' ? READER_LEFT : 128 + constants.signals[signal]
}

/** Thrown when a signal interrupts a command. */
export class Interrupted extends Error {
  readonly exitCode: number

  constructor(signal: StopSignal) {
    super(`interrupted by ${signal}`)
    this.exitCode = toExitCode(signal)
  }
}
