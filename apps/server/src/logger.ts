import { type Logger, type LoggerOptions, pino } from 'pino'
import pretty from 'pino-pretty'
import type { Config } from './config/config.js'
import { findFailure } from './database/failure.js'
import { RefusedError, StorageError, UserError } from './errors.js'
import { printableJson } from './process/printable-json.js'

export type { Logger }

const STDERR = 2

/** The number of characters that are buffered for a stalled reader before further lines are dropped. */
const MOST_WAITING = 16 * 1024 * 1024

/** The fields that a terminal does not show. */
const IGNORED = 'pid,hostname,requestId,method,path,operation,userId,status,aborted,responseTime'

const WARN = 40
const REPEAT_MS = 60_000
/** The number of different faults that are tracked. */
const MOST_FAULTS = 1_000

/**
 * Creates a log to standard error: readable lines on a terminal, JSON otherwise. JSON lines are written asynchronously. A repeated fault is
 * logged once and then counted.
 */
export function createLogger({ logLevel }: Pick<Config, 'logLevel'>): Logger {
  return pino(
    {
      level: logLevel,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (level) => ({ level }) },
      serializers: { err: toLoggable(logLevel) },
      hooks: { logMethod: countRepeats(), streamWrite: escapeControls },
    },
    process.stderr.isTTY
      ? pretty({ destination: STDERR, sync: true, ignore: IGNORED })
      : pino.destination({ fd: STDERR, sync: false, maxLength: MOST_WAITING }),
  )
}

/** Escapes what controls a terminal, such as in the name of a file. On a terminal, the escape is shown, which its format would undo. */
function escapeControls(line: string) {
  return printableJson(line, process.stderr.isTTY ? '\\\\u' : undefined)
}

/**
 * Drops the properties of an error, which may contain client input such as a body that is not JSON. Also drops the stack of an error that
 * its message explains, and on a terminal that of any other, unless the level requests details.
 */
function toLoggable(level: Config['logLevel']) {
  const isDebugging = level === 'debug' || level === 'trace'
  return (error: Error) => {
    const { type, message, stack, code } = pino.stdSerializers.err(error)
    const hasStack = isDebugging || !(process.stderr.isTTY || isExplained(error))
    return { type, message, code, ...(hasStack && { stack }) }
  }
}

/** Returns whether an error has a cause outside of the program, such as other callers, or a database that does not answer. */
function isExplained(error: Error) {
  return (
    error instanceof RefusedError ||
    error instanceof StorageError ||
    error instanceof UserError ||
    findFailure(error) !== null
  )
}

/** Logs a fault once with all details, and then once a minute with the number of repetitions. */
function countRepeats(): NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']> {
  const repeats = new Map<string, number>()
  return function (args, method, level) {
    const key = toKey(level, args)
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
      if (repeated > 0) return method.apply(this, [{ repeated }, `${repeated} more times within a minute: ${args[1]}`])
      repeats.delete(key)
      clearInterval(timer)
    }, REPEAT_MS).unref()
  }
}

/**
 * Returns the key of a fault. Two lines are the same fault when their message and error are equal, whatever the request.
 */
function toKey(level: number, [fields, message]: unknown[]): string | null {
  if (level < WARN || typeof fields !== 'object' || fields === null) return null
  if ('err' in fields && fields.err instanceof Error) return `${level} ${message} ${fields.err.message}`
  return 'queue' in fields ? `${level} ${message}` : null
}
