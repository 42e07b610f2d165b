import { ProblemError } from '../errors.js'
import { Prisma } from '../generated/prisma/client.js'

/** Down, unreachable, no transaction free in time, lost races that stayed lost. */
const BUSY_CODES = new Set(['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028', 'P2034'])

/** SQLSTATEs of a server that restarts, is full, or gave a statement up. */
const BUSY_STATES = /\b(57P0[1-3]|57014|55P03|53[0-9]{3}|08[0-9A-Z]{3}|40001|40P01)\b/

/** What the driver says, without a code, when no connection came free in time. */
const POOL_EXHAUSTED = 'timeout exceeded when trying to connect'

const isBusy = (error: unknown): boolean => {
  if (error instanceof Prisma.PrismaClientKnownRequestError) {
    return BUSY_CODES.has(error.code) || BUSY_STATES.test(`${error.message} ${JSON.stringify(error.meta ?? {})}`)
  }
  if (error instanceof Prisma.PrismaClientInitializationError) return true
  const { message = '', code = '' } = error as { message?: string; code?: string }
  return message.includes(POOL_EXHAUSTED) || ['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'ETIMEDOUT'].includes(code)
}

/** The problem behind a database that cannot answer now, or null when the error is something else. */
export const toDatabaseProblem = (error: unknown): ProblemError | null =>
  isBusy(error)
    ? new ProblemError('unavailable', 'The database cannot answer now.', { headers: { 'Retry-After': '1' } })
    : null
