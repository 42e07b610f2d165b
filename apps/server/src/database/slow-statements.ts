import type { Logger } from '../logger.js'
import type { Measures } from '../measures.js'

/** The milliseconds that a statement may take without a line in the log. */
const SLOW_SECONDS = 1

/** Logs each statement that takes a second or longer, with its SQL and never with its parameters. */
export function logSlowStatements(measures: Measures, logger: Logger): void {
  measures.on('statement', ({ operation, sql, seconds, failure }) => {
    if (seconds < SLOW_SECONDS) return
    const statement = sql.replaceAll(/\s+/g, ' ').trim()
    logger.warn({ operation, statement, statementTime: Math.round(seconds * 1_000), failure }, 'slow statement')
  })
}
