import { DatabaseError } from 'pg'
import { describe, expect, test } from 'vitest'
import { type Failure, findFailure, findMessage, isDuplicate, isTableMissing } from '../../src/database/failure.js'

const codes: Record<Failure, string[]> = {
  'lost race': [
    'P2034',
    '40P01',
    '40001',
    'TransactionWriteConflict',
    'P2003',
    '23503',
    'ForeignKeyConstraintViolation',
  ],
  'lost connection': ['P1017', '57P01', '57P02', '08000', '08P01', '25P03', 'ConnectionClosed', 'ECONNRESET', 'EPIPE'],
  unavailable: [
    '28P01',
    '28000',
    '3D000',
    'P1000',
    'P1003',
    'P1010',
    'AuthenticationFailed',
    'DatabaseAccessDenied',
    'DatabaseDoesNotExist',
    'P1001',
    'P1002',
    'P1008',
    'P2024',
    'P2028',
    'P2037',
    '57P03',
    '57014',
    '25006',
    '55P03',
    '53000',
    '53300',
    'DatabaseNotReachable',
    'SocketTimeout',
    'TooManyConnections',
    'ECONNREFUSED',
    'EHOSTUNREACH',
    'ENETUNREACH',
    'ETIMEDOUT',
    'ENOTFOUND',
    'EAI_AGAIN',
  ],
}

const messages: Partial<Record<Failure, string[]>> = {
  'lost connection': [
    'Connection terminated unexpectedly',
    'Client has encountered a connection error and is not queryable',
  ],
  unavailable: [
    'timeout exceeded when trying to connect',
    'Connection terminated due to connection timeout',
    'connect ECONNREFUSED 127.0.0.1:5432',
  ],
}

function toPairs(table: Partial<Record<Failure, string[]>>) {
  return Object.entries(table).flatMap(([failure, texts]) => texts.map((text) => [text, failure] as const))
}

function errorWith(report: object) {
  return Object.assign(new Error('x'), report)
}

/** Where drivers, Prisma and Node put a code. */
const places: [string, (code: string) => Error][] = [
  ['code', (code) => errorWith({ code })],
  ['errorCode', (errorCode) => errorWith({ errorCode })],
  ['kind', (kind) => errorWith({ kind })],
  ['originalCode', (originalCode) => errorWith({ originalCode })],
  ['cause', (code) => errorWith({ code: 'P2010', cause: { code } })],
  ['meta.driverAdapterError', (kind) => errorWith({ code: 'P2010', meta: { driverAdapterError: { kind } } })],
  [
    'meta.driverAdapterError.cause',
    (originalCode) => errorWith({ code: 'P2010', meta: { driverAdapterError: { cause: { originalCode } } } }),
  ],
]

describe('findFailure', () => {
  test.each(toPairs(codes))('%s is: %s', (code, failure) => {
    expect(findFailure(errorWith({ code }))).toBe(failure)
  })

  test.each(toPairs(codes))('%s is matched as a whole code', (code) => {
    expect(findFailure(errorWith({ code: `X${code}` }))).toBeNull()
    expect(findFailure(errorWith({ code: `${code}X` }))).toBeNull()
  })

  test.each(['P0001', '57P04', '08', '53', '22021', '42P01', 'P2010'])('%s is no known failure', (code) => {
    expect(findFailure(errorWith({ code }))).toBeNull()
  })

  test.each(places)('a code is found in %s', (_place, make) => {
    expect(findFailure(make('40001'))).toBe('lost race')
    expect(findFailure(make('22021'))).toBeNull()
  })

  test.each(toPairs(messages))('"%s" without a code is: %s', (message, failure) => {
    expect(findFailure(new Error(message))).toBe(failure)
    expect(findFailure(errorWith({ cause: new Error(message) }))).toBe(failure)
  })

  test.each(['connect timed out', 'reconnect', 'connect Error'])('"%s" is no known failure', (message) => {
    expect(findFailure(new Error(message))).toBeNull()
  })

  test.each([null, undefined, 'P1001', { code: 'P1001' }])('%o was not thrown by a query', (thrown) => {
    expect(findFailure(thrown)).toBeNull()
  })
})

describe.each([
  ['isTableMissing', isTableMissing, '42P01', '23505'],
  ['isDuplicate', isDuplicate, '23505', '42P01'],
])('%s', (_name, isIt, code, other) => {
  test.each(['code', 'originalCode'])('finds its code in %s, also of a cause', (place) => {
    expect(isIt(errorWith({ [place]: code }))).toBe(true)
    expect(isIt(errorWith({ code: 'P2010', cause: { [place]: code } }))).toBe(true)
    expect(isIt(errorWith({ [place]: other }))).toBe(false)
  })

  test('is false for what was not thrown by a query', () => {
    expect(isIt({ code })).toBe(false)
  })
})

describe('findMessage', () => {
  test('returns what PostgreSQL said, whether a driver or Prisma passed it on', () => {
    const driver = { cause: { originalMessage: 'no such column' } }

    expect(findMessage(new DatabaseError('no such table', 0, 'error'))).toBe('no such table')
    expect(findMessage(errorWith({ meta: { driverAdapterError: driver } }))).toBe('no such column')
  })

  test('returns null for any other error', () => {
    expect(findMessage(new Error('x'))).toBeNull()
    expect(findMessage('x')).toBeNull()
  })
})
