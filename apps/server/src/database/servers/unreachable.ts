import { UserError } from '../../errors.js'
import { findFailure } from '../failure.js'

interface Thrown {
  message: string
  code?: string
  errors?: Thrown[]
}

/** They name the variable of the address as `$url`. */
const remedies: Record<string, string> = {
  ECONNREFUSED: 'Start PostgreSQL there, or correct the host and port in $url.',
  ENOTFOUND: 'Correct the host in $url.',
  '28P01': 'Correct the user and password in $url.',
  '28000': 'Correct the user and password in $url, or allow the user in pg_hba.conf.',
  '3D000': 'Create the database (createdb), or correct its name in $url.',
  '57P03': 'PostgreSQL is starting or stopping. Try again in a moment.',
  '53300': 'Raise max_connections of PostgreSQL, or close other connections.',
  '25006': 'Set $url to the primary server, or make this one writable (default_transaction_read_only).',
}

const TOO_LATE = /timeout expired|connection timeout|timeout exceeded|Query read timeout/
const NO_PASSWORD = /client password must be a string/

/** Returns an address without user and password. */
export function toPlace(url: string): string {
  // An address of a socket has no host.
  const { host, pathname } = new URL(url.replace('@/', '@localhost/'))
  return `${host}${pathname}`
}

/** The reason why a database cannot be used, and the remedy. */
export interface Obstacle {
  reason: string
  remedy: string
}

/** Explains the driver's error when a database cannot be reached, refuses the user, or cannot be changed. */
export function explainUnreachable(error: unknown, variable = 'DATABASE_URL'): Obstacle {
  const { reason, remedy } = explain(error)
  return { reason, remedy: remedy.replaceAll('$url', variable) }
}

function explain(error: unknown): Obstacle {
  const { message, code = '', errors = [] } = error as Thrown
  if (NO_PASSWORD.test(message)) {
    return {
      reason: 'it requires a password, and the address has none',
      remedy: 'Set $url to postgresql://user:password@host:5432/name.',
    }
  }
  if (TOO_LATE.test(message)) {
    return {
      reason: 'it does not answer in time',
      remedy: 'Check that PostgreSQL is running there and can be reached, or correct the host and port in $url.',
    }
  }
  const reason = (message || errors[0]?.message || code).replace(/\.$/, '')
  return { reason, remedy: remedies[code] ?? 'Start PostgreSQL, or correct $url.' }
}

/** Returns whether the database may only need more time. */
export function isLate(error: unknown): boolean {
  return error instanceof Error && TOO_LATE.test(error.message)
}

/** Explains why the address in a variable cannot be used. Returns any other error unchanged. */
export function toUnreachable(error: unknown, url: string, variable = 'DATABASE_URL'): unknown {
  if (!(error instanceof Error) || error instanceof UserError) return error
  const { code = '', errors = [] } = error as Error & Thrown
  const isKnown =
    code in remedies || NO_PASSWORD.test(error.message) || errors.length > 0 || findFailure(error) !== null
  if (!isKnown) return error
  const { reason, remedy } = explainUnreachable(error, variable)
  return new UserError(`the database of ${variable} at ${toPlace(url)} cannot be used: ${reason}. ${remedy}`, {
    cause: error,
  })
}
