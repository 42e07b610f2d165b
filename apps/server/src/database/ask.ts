import { createHash } from 'node:crypto'
import type { Prisma } from '../generated/prisma/client.js'
import type { Connection, Queryable } from './connect.js'
import { sendOrResend } from './resend.js'

/**
 * Runs a statement and returns its rows: the one way of SQL of ours to the database. A read outside a transaction whose
 * connection turns out to be lost is sent once more.
 */
export async function ask<Row extends object>(queryable: Queryable, statement: Prisma.Sql): Promise<Row[]> {
  if (isConnection(queryable)) return queryable.ask(statement)
  const { pool, preparedStatements } = queryable.driver
  const { rows } = await sendOrResend(statement.text, () => pool.query(toQuery(statement, preparedStatements)))
  return rows
}

/** Whether the statements run over one connection. */
export function isConnection(queryable: Queryable): queryable is Connection {
  return 'ask' in queryable
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
    ...(preparedStatements && { name: statementNameOf({ sql: text, args: values }) }),
  }
}

/** A statement with a long list of ids has no name, so that it is planned for its parameters. A plan for few ids is slow for many. */
function statementNameOf({ sql, args }: { sql: string; args: unknown[] }): string {
  return args.some(isLong) ? '' : nameFor(sql)
}

const LONG_LIST = 1_000
const UUID_LENGTH = 36

function isLong(value: unknown): boolean {
  return Array.isArray(value)
    ? value.length > LONG_LIST
    : typeof value === 'string' && value.length > LONG_LIST * UUID_LENGTH
}

/** The names by text, one for each statement in the code. */
const names = new Map<string, string>()

function nameFor(sql: string): string {
  const name = names.get(sql) ?? createHash('sha1').update(sql).digest('base64')
  names.set(sql, name)
  return name
}
