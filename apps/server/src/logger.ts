import { type Logger, pino } from 'pino'
import type { Config } from './config.js'

export type { Logger }

/** Names of what a log must never hold. */
const secrets = ['req.headers.authorization', 'req.headers.cookie', 'req.headers["x-api-key"]']

/** JSON lines on standard error, so that standard output stays for answers. */
export const createLogger = ({ logLevel }: Pick<Config, 'logLevel'>): Logger =>
  pino({ level: logLevel, redact: secrets }, pino.destination({ fd: 2, sync: true }))
