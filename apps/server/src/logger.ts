import { type Logger, pino } from 'pino'
import pretty from 'pino-pretty'
import type { Config } from './config.js'

export type { Logger }

const STDERR = 2

/** How many characters wait for a reader who stands still, before further lines are lost. */
const MOST_WAITING = 16 * 1024 * 1024

/** The fields of a line that only programs read. */
const IGNORED = 'pid,hostname,requestId,method,path,operation,userId,status,aborted,responseTime'

/** Errors may contain what a client sent, such as a body that is not JSON. */
const toLoggable = (error: Error) => {
  const { type, message, stack, code } = pino.stdSerializers.err(error)
  return { type, message, code, stack }
}

/**
 * Lines on standard error, so that standard output stays for answers: for a person when it is a terminal, else JSON, which
 * nobody waits for to be written.
 */
export const createLogger = ({ logLevel }: Pick<Config, 'logLevel'>): Logger =>
  pino(
    { level: logLevel, serializers: { err: toLoggable } },
    process.stderr.isTTY
      ? pretty({ destination: STDERR, sync: true, ignore: IGNORED })
      : pino.destination({ fd: STDERR, sync: false, maxLength: MOST_WAITING }),
  )
