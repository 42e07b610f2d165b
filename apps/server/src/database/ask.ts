import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { Pool } from 'pg'
import { Prisma } from '../generated/prisma/client.js'
import type { Measures, StatementMeasure } from '../measures.js'
import { findFailure } from './failure.js'

/** The pool of connections through which statements run. */
export interface Database {
  readonly driver: Driver
}

/** An open transaction or snapshot: statements over one connection. */
export interface Connection {
  ask<Row extends object>(statement: Prisma.Sql): Promise<Row[]>
}

/** A connection or pool over which a statement of ours may run. */
export type Queryable = Database | Connection

/** The pool of a database. */
export interface Driver {
  pool: Pool
  /** Whether statements are prepared by name. */
  preparedStatements: boolean
  /** The listener that is notified of each statement; null when nobody measures them. */
  measures: Measures | null
  /** The name of what sends the statements: an operation, a job, or a part of the service. */
  operation: string
}

/**
 * Runs a statement and returns its rows. All SQL of the service runs through it. A read outside a transaction is sent once more when
 * its connection turns out to be lost.
 */
export async function ask<Row extends object>(queryable: Queryable, statement: Prisma.Sql): Promise<Row[]> {
  if (isConnection(queryable)) return queryable.ask(statement)
  const { driver } = queryable
  const query = toQuery(statement, driver.preparedStatements)
  const { rows } = await measure(driver, query.text, () => sendOrResend(query.text, () => driver.pool.query(query)))
  return rows
}

/** The same database for statements whose text differs from request to request: no connection keeps them. */
export function unprepared({ driver }: Database): Database {
  return { driver: { ...driver, preparedStatements: false } }
}

/** Sends a statement, and reports its duration to the measures of the driver. */
export function measure<T>({ measures, operation }: Driver, sql: string, send: () => Promise<T>): Promise<T> {
  if (measures === null || measures.listenerCount('statement') === 0) return send()
  const startedAt = performance.now()
  const tell = (failure: StatementMeasure['failure']) =>
    measures.emit('statement', { operation, sql, seconds: (performance.now() - startedAt) / 1_000, failure })
  const sent = send()
  sent.then(
    () => tell(null),
    (error) => tell(findFailure(error) ?? 'refused'),
  )
  return sent
}

/** Returns whether the statements run over one connection. */
export function isConnection(queryable: Queryable): queryable is Connection {
  return !('driver' in queryable)
}

/** Returns whether the database answers, so that an earlier error had another cause. */
export function isAnswering(database: Database): Promise<boolean> {
  return ask(database, Prisma.sql`SELECT 1 AS one`).then(
    () => true,
    () => false,
  )
}

/** Runs a statement that always returns one row. */
export async function askOne<Row extends object>(queryable: Queryable, statement: Prisma.Sql): Promise<Row> {
  const [row] = await ask<Row>(queryable, statement)
  if (!row) throw new Error('The statement always returns a row.')
  return row
}

/** Converts a statement to the driver's form. */
export function toQuery({ text, values }: Prisma.Sql, preparedStatements: boolean) {
  return {
    text,
    values,
    ...(preparedStatements && { name: toStatementName({ sql: text, args: values }) }),
  }
}

/**
 * Returns the name of a statement; none with a long list of ids, so that it is planned for its parameters. A plan for few ids is slow
 * for many.
 */
export function toStatementName({ sql, args }: { sql: string; args: unknown[] }): string {
  return args.some(isLong) ? '' : nameFor(sql)
}

const LONG_LIST = 1_000
const UUID_LENGTH = 36

function isLong(value: unknown): boolean {
  return Array.isArray(value)
    ? value.length > LONG_LIST
    : typeof value === 'string' && value.length > LONG_LIST * UUID_LENGTH
}

/** The names of the statements by their text, one for each statement in the code. */
const names = new Map<string, string>()

function nameFor(sql: string): string {
  const name = names.get(sql) ?? createHash('sha1').update(sql).digest('base64')
  names.set(sql, name)
  return name
}

/** The milliseconds in which the pool notices all connections that a stopped server closed. */
const PAUSE_MS = 50

const QUERY = /^\s*(SELECT|WITH)\b/i
const WRITING = /\b(INSERT|UPDATE|DELETE|MERGE)\b/i

/** Sends a request that has no effect when its connection is lost, and then retries it once. */
export async function twice<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await send()
  } catch (error) {
    if (findFailure(error) !== 'lost connection') throw error
    await setTimeout(PAUSE_MS)
    return send()
  }
}

/** Sends a statement over any connection. Retries a read once when its connection turns out to be lost. */
export function sendOrResend<T>(sql: string, send: () => Promise<T>): Promise<T> {
  return isRead(sql) ? twice(send) : send()
}

function isRead(sql: string) {
  return QUERY.test(sql) && !WRITING.test(sql)
}

/** Formats ids as a parameter of type uuid[]. The driver would escape each id, which takes ten times the memory. */
export function uuids(ids: string[]): string {
  return `{${ids.join(',')}}`
}

/** Returns the column of a field of the schema. */
export function toColumn(name: string): string {
  return name.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`)
}

/** Selects columns under the names of their fields. `table` is the table or its alias. */
export function selectColumns(fields: Record<string, string>, table: string): Prisma.Sql {
  return Prisma.raw(
    Object.values(fields)
      .map((name) => `${table}.${toColumn(name)} AS "${name}"`)
      .join(', '),
  )
}

/** Returns the values by their columns, for `jsonb_populate_recordset`. */
export function toColumns(values: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [toColumn(name), value]))
}
