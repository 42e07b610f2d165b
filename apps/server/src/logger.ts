import { type Logger, type LoggerOptions, pino } from 'pino'
import pretty from 'pino-pretty'
import type { Config } from './config/config.js'

export type { Logger }

const STDERR = 2

/** How many characters wait for a reader who stands still, before further lines are lost. */
const MOST_WAITING = 16 * 1024 * 1024

/** The fields of a line that only programs read. */
const IGNORED = 'pid,hostname,requestId,method,path,operation,userId,status,aborted,responseTime'

const WARN = 40
const REPEAT_MS = 60_000
/** So many different faults are told apart. */
const MOST_FAULTS = 1_000

/**
 * Lines on standard error, so that standard output stays for answers: for a person when it is a terminal, else JSON, which
 * nobody waits for to be written. A fault that repeats is told once, and then counted.
 */
export function createLogger({ logLevel }: Pick<Config, 'logLevel'>): Logger {
  return pino(
    { level: logLevel, serializers: { err: toLoggable }, hooks: { logMethod: countRepeats() } },
    process.stderr.isTTY
      ? pretty({ destination: STDERR, sync: true, ignore: IGNORED })
      : pino.destination({ fd: STDERR, sync: false, maxLength: MOST_WAITING }),
  )
}

/** Errors may contain what a client sent, such as a body that is not JSON. */
function toLoggable(error: Error) {
  const { type, message, stack, code } = pino.stdSerializers.err(error)
  return { type, message, code, stack }
}

/** Tells a fault once with all that is known of it; then, once a minute, how often it came again. */
function countRepeats(): NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']> {
  const repeats = new Map<string, number>()
  return function (args, method, level) {
    const key = keyOf(level, args)
    const count = key === null ? undefined : repeats.get(key)
    if (key !== null && count !== undefined) {
      repeats.set(key, count + 1)
      return
    }
    method.apply(this, args)
    if (key === null || repeats.size >= MOST_FAULTS) return
    repeats.set(key, 0)
    const timer = setInterval(() => {
      const repeated = repeats.get(key) ?? 0
      repeats.set(key, 0)
      if (repeated > 0) return method.apply(this, [{ repeated }, `${repeated} times more within a minute: ${args[1]}`])
      repeats.delete(key)
      clearInterval(timer)
    }, REPEAT_MS).unref()
  }
}

/** What makes two lines the same: their words and their error, not the request that met it. */
function keyOf(level: number, [fields, message]: unknown[]): string | null {
  if (level < WARN || typeof fields !== 'object' || fields === null) return null
  if ('err' in fields && fields.err instanceof Error) return `${level} ${message} ${fields.err.message}`
  return 'queue' in fields ? `${level} ${message}` : null
}
