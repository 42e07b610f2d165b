import { DatabaseError } from 'pg'

/** The reasons for which a query can fail that call for a reaction. */
export type Failure = 'lost race' | 'lost connection' | 'unavailable'

/**
 * Codes of Prisma (`P…`), SQLSTATEs of PostgreSQL, error kinds of Prisma's driver, and codes of sockets. After a `lost race`
 * or a `lost connection`, an open transaction has been rolled back.
 */
const CODES: Record<Failure, RegExp> = {
  // A deadlock, a serialization failure, or a row that was deleted while another was about to refer to it.
  'lost race': /^(P2034|40P01|40001|TransactionWriteConflict|P2003|23503|ForeignKeyConstraintViolation)$/,
  // The server was stopped, crashed, or closed the connection.
  'lost connection': /^(P1017|57P0[12]|08\w{3}|25P03|ConnectionClosed|ECONNRESET|EPIPE)$/,
  // The database is down, starting, full, read-only or gone, refuses the user, or did not provide a connection, lock or result in time.
  unavailable:
    /^(P100[0-3]|P1008|P1010|28\w{3}|3D000|AuthenticationFailed|DatabaseAccessDenied|DatabaseDoesNotExist|P2024|P2028|P2037|57P03|57014|25006|55P03|53\w{3}|DatabaseNotReachable|SocketTimeout|TooManyConnections|ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/,
}

/** Messages of the driver's errors that have no code. */
const MESSAGES: Partial<Record<Failure, RegExp>> = {
  'lost connection': /Connection terminated unexpectedly|connection error and is not queryable/,
  unavailable:
    /timeout exceeded when trying to connect|Connection terminated due to connection timeout|connect E[A-Z]+ /,
}

/** The SQLSTATE of a table that does not exist. */
const UNDEFINED_TABLE = '42P01'

/** The SQLSTATE of a statement that took too long. Nobody else cancels ours. */
const QUERY_CANCELED = '57014'

/** The SQLSTATE of a write for which the disk of the database has no room. */
const DISK_FULL = '53100'

/** The SQLSTATE of a row that repeats a key. */
const UNIQUE_VIOLATION = '23505'

interface Reported {
  message?: string
  code?: string
  errorCode?: string
  kind?: string
  originalCode?: string
  originalMessage?: string
  cause?: Reported
  meta?: { driverAdapterError?: Reported }
}

/** Returns the failure behind an error of a query; null for any other error, such as a mistake in the query. */
export function findFailure(error: unknown): Failure | null {
  const known = Object.keys(CODES) as Failure[]
  // The outer error says more. For example, a connection that was not ready in time was cut for that reason.
  return (
    listReports(error)
      .map((report) => known.find((candidate) => hasFailure(report, candidate)))
      .find(Boolean) ?? null
  )
}

/** Whether the database ended a query that took longer than the limit of statements. */
export function isOutOfTime(error: unknown): boolean {
  return hasState(error, QUERY_CANCELED)
}

/** Whether the disk of the database is full. */
export function isDiskFull(error: unknown): boolean {
  return hasState(error, DISK_FULL)
}

/** Whether a query failed because its table does not exist. */
export function isTableMissing(error: unknown): boolean {
  return hasState(error, UNDEFINED_TABLE)
}

/** Returns whether a query failed because a row with its key exists. */
export function isDuplicate(error: unknown): boolean {
  return hasState(error, UNIQUE_VIOLATION)
}

/** Returns the message of PostgreSQL about a query that failed; null for any other error. */
export function findMessage(error: unknown): string | null {
  if (error instanceof DatabaseError) return error.message
  return listReports(error).find(({ originalMessage }) => originalMessage !== undefined)?.originalMessage ?? null
}

/** Returns whether a report about an error has a SQLSTATE. */
function hasState(error: unknown, state: string): boolean {
  return listReports(error).some(({ code, originalCode }) => [code, originalCode].includes(state))
}

/** Lists the reports about an error: its own, those of Prisma's driver, and those of their causes. */
function listReports(error: unknown): Reported[] {
  if (!(error instanceof Error)) return []
  const thrown = error as Reported
  const driven = thrown.meta?.driverAdapterError
  return [thrown, thrown.cause, driven, driven?.cause].filter((report) => report !== undefined)
}

function hasFailure({ code, errorCode, kind, originalCode, message }: Reported, failure: Failure): boolean {
  return (
    [code, errorCode, kind, originalCode].some((reported) => CODES[failure].test(`${reported}`)) ||
    (MESSAGES[failure]?.test(`${message}`) ?? false)
  )
}
