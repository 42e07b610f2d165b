import { type Logger, pino } from 'pino'
import pretty from 'pino-pretty'
import type { Config } from './config.js'

export type { Logger }

const STDERR = 2

/** Lines on standard error, so that standard output stays for answers: JSON, or for a person when it is a terminal. */
export const createLogger = ({ logLevel }: Pick<Config, 'logLevel'>): Logger =>
  pino(
    { level: logLevel },
    process.stderr.isTTY
      ? pretty({ destination: STDERR, sync: true, ignore: 'pid,hostname,reqId,req,res,responseTime' })
      : pino.destination({ fd: STDERR, sync: true }),
  )
